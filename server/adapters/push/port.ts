/** Sends a message to a browser through its push service. At least once; the outbox decides when. */
export interface PushTarget {
  /** Address at the browser maker's push service. */
  endpoint: string;
  /** Public key and secret of the browser, base64url. */
  p256dh: string;
  auth: string;
}

export interface PushSender {
  /** What a browser needs to accept messages of this server, base64url. */
  publicKey: string;
  /** `gone`: the browser no longer wants messages. Other failures throw. */
  send(target: PushTarget, payload: string): Promise<'sent' | 'gone'>;
}

/** One POST to an address from outside; guards, limits and time-outs are the caller's. */
export type PostBytes = (request: {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
}) => Promise<{ ok: boolean; status?: number; detail?: string }>;
