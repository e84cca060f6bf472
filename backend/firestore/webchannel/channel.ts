import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { header, readBody } from '../../httpHelpers';
import { callerOf, type VerifyToken } from '../firestoreAccess';
import { asFirestoreError, invalid, type FirestoreError } from '../firestoreErrors';
import type { Service } from '../firestoreService';
import { frame, parseEnvelope, type Envelope } from './frames';
import { handshakeFrame, Session } from './session';
import { openListenStream, type ListenStream } from './listen';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The path of the only RPC that this backend has. */
export const LISTEN_CHANNEL = '/google.firestore.v1.Firestore/Listen/channel';

interface Channel {
  session: Session;
  receive(messages: readonly unknown[]): void;
}

interface ChannelOptions {
  service: Service;
  sid: string;
  /** Throws if the token is not valid: then the channel opens and says so. */
  caller(): ReturnType<typeof callerOf>;
  onEnd(): void;
}

/** A session with the stream of its listeners. An error of the stream is the last thing that the session brings. */
function openChannel({ service, sid, caller, onEnd }: ChannelOptions): Channel {
  let stream: ListenStream | undefined;
  let isOver = false;
  const session = new Session(sid, randomBytes(16).toString('base64url'), () => {
    onEnd();
    stream?.close();
  });
  const fail = (error: FirestoreError) => {
    isOver = true;
    stream?.close();
    if (error.status === 'INTERNAL') service.log(`firestore: Listen stream: ${error.message}`);
    session.push([error.body]);
  };
  const attempt = (run: () => void) => {
    try {
      if (!isOver) run();
    } catch (thrown) {
      fail(asFirestoreError(thrown));
    }
  };
  attempt(() => {
    const send = (message: unknown) => session.push([message]);
    stream = openListenStream({ service, caller: caller(), send });
  });
  const receive = (messages: readonly unknown[]) => {
    for (const message of messages) {
      attempt(() => {
        if (typeof message !== 'object' || message === null) throw invalid('Not a message.');
        stream!.receive(message as Record<string, unknown>);
      });
    }
  };
  return { session, receive };
}

/** Serves WebChannel (VER=8, CVER=22), the transport of the browser SDK's listeners. */
export function createChannels(service: Service, verifyToken: VerifyToken) {
  const channels = new Map<string, Channel>();

  const open = (headers: Map<string, string>, req: IncomingMessage) => {
    const sid = randomBytes(16).toString('base64url');
    const authorization = headers.get('authorization') ?? header(req, 'authorization');
    const caller = () => callerOf(authorization, verifyToken);
    const channel = openChannel({ service, sid, caller, onEnd: () => channels.delete(sid) });
    channels.set(sid, channel);
    return channel;
  };

  /** Answers a forward POST. Without a session id it is a handshake, otherwise it brings more messages. */
  const post = async (req: IncomingMessage, res: ServerResponse, url: URL) => {
    const text = (await readBody(req, MAX_BODY_BYTES)).toString('utf8');
    let envelope: Envelope;
    try {
      envelope = parseEnvelope(text);
    } catch (thrown) {
      return answer(res, 400, asFirestoreError(thrown).message);
    }
    const sid = url.searchParams.get('SID');
    const isNew = sid === null || sid === 'null';
    const channel = isNew ? open(envelope.headers, req) : channels.get(sid);
    if (!channel) return unknownSession(res);
    const { session } = channel;
    acknowledge(session, url);
    const fresh = session.take(envelope.messages);
    if (!fresh) return answer(res, 400, 'Bad Request: messages are missing before these.');
    if (isNew) res.setHeader('X-HTTP-Session-Id', session.gsessionid);
    channel.receive(fresh);
    answer(res, 200, isNew ? handshakeFrame(session) : frame(session.status()));
  };

  /** Opens the back channel: an answer whose body stays open. */
  const openBackChannel = (res: ServerResponse, url: URL) => {
    const channel = channels.get(url.searchParams.get('SID') ?? '');
    if (!channel) return unknownSession(res);
    acknowledge(channel.session, url);
    res.writeHead(200, HEADERS);
    res.flushHeaders();
    channel.session.attach(res, url.searchParams.get('CI') === '1');
  };

  return {
    async handle(req: IncomingMessage, res: ServerResponse, url: URL) {
      const type = url.searchParams.get('TYPE');
      if (type === 'terminate') {
        // A page that closes sends this as a beacon (POST) or as an image (GET).
        channels.get(url.searchParams.get('SID') ?? '')?.session.end();
        req.resume();
        answer(res, 200, '');
      } else if (req.method === 'POST') {
        await post(req, res, url);
      } else if (req.method === 'GET' && type === 'xmlhttp') {
        openBackChannel(res, url);
      } else {
        answer(res, 400, `Bad Request: ${req.method} with TYPE=${type}.`);
      }
    },
    close() {
      for (const { session } of channels.values()) session.end();
    },
  };
}

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
  // Without this header, browsers hold back the first bytes of text to guess its type.
  'X-Content-Type-Options': 'nosniff',
};

function answer(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { ...HEADERS, 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
}

/**
 * Answers a call of a session that is gone. With the words `Unknown SID` in the answer, the client gives the session up
 * at once. They must not be at the start of it.
 */
const unknownSession = (res: ServerResponse) =>
  answer(res, 400, '<HTML><HEAD><TITLE>Unknown SID</TITLE></HEAD><BODY>Unknown SID</BODY></HTML>');

function acknowledge(session: Session, url: URL): void {
  const aid = Number(url.searchParams.get('AID') ?? '-1');
  if (Number.isInteger(aid)) session.acknowledge(aid);
}
