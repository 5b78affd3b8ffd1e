/** Sends a message to an e-mail address or a phone number. Delivery is at least once; the outbox decides when. */
export interface OutgoingMessage {
  to: string;
  subject: string;
  text: string;
}

export interface MessageSender {
  send(message: OutgoingMessage): Promise<void>;
  close(): Promise<void>;
}
