/** Small messages between the parts and processes of the server. Lost messages must be harmless: they only hasten a look. */
export interface SignalTopics {
  'session-revoked': { tokenHash: string };
  'inbox-changed': { memberId: number; revision: number };
  'rules-changed': { revision: number };
  'source-due': { sourceId: number };
}

export type SignalTopic = keyof SignalTopics;

export interface Signals {
  publish<T extends SignalTopic>(topic: T, payload: SignalTopics[T]): void;
  /** Returns the way to stop listening. */
  subscribe<T extends SignalTopic>(topic: T, listener: (payload: SignalTopics[T]) => void): () => void;
  close(): Promise<void>;
}
