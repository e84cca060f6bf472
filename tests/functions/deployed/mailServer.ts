/** A real mail server for the tests. It takes what it gets, or fails as real ones do. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/**
 * `lost`: it takes the mail, and its answer never arrives. `refused`: for good. `cut`: the connection ends before it has
 * the mail.
 */
export type Fate = 'taken' | 'lost' | 'refused' | 'cut';

export interface Mail extends Email {
  /** By the machine's clock. */
  takenAt: number;
}

export async function startMailServer() {
  const mails: Mail[] = [];
  let decide: (mail: Email) => Fate | Promise<Fate> = () => 'taken';
  let unknown: string | undefined;
  let port = 0;
  let server: SMTPServer;

  const newServer = () =>
    new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      // It would ask the machine's name server about each connection.
      disableReverseLookup: true,
      onAuth: (auth, _session, done) =>
        auth.password === 'right'
          ? done(null, { user: auth.username })
          : done(Object.assign(new Error('Authentication failed'), { responseCode: 535 })),
      onRcptTo: ({ address }, _session, done) =>
        done(
          address === unknown
            ? Object.assign(new Error('No such user'), { responseCode: 550 })
            : null,
        ),
      onData(stream, session, done) {
        const end = () => {
          for (const connection of server.connections) {
            const { id, _socket: socket } = connection as unknown as {
              id: string;
              _socket: { destroy(): void };
            };
            if (id === session.id) socket.destroy();
          }
        };
        const receive = async () => {
          const source = Buffer.concat(await stream.toArray());
          const mail = await PostalMime.parse(source);
          const fate = await decide(mail);
          if (fate === 'taken' || fate === 'lost') mails.push({ ...mail, takenAt: Date.now() });
          if (fate === 'lost' || fate === 'cut') return end();
          const spam = Object.assign(new Error('Message rejected as spam'), { responseCode: 554 });
          done(fate === 'refused' ? spam : null);
        };
        // A client that is killed breaks off: nothing is taken.
        receive().catch(end);
      },
    });
  const open = async () => {
    server = newServer();
    // Clients that are killed reset their connections.
    server.on('error', () => {});
    await once(server.listen(port, '127.0.0.1'), 'listening');
    ({ port } = server.server.address() as AddressInfo);
  };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await open();
  return {
    url: `smtp://owner:right@127.0.0.1:${port}`,
    /** What it has taken, in order. */
    mails,
    /** Decides what happens to each mail from now on. */
    decideBy(decision: typeof decide) {
      decide = decision;
    },
    /** It knows nobody of this address. */
    forget(address: string) {
      unknown = address;
    },
    /** Down: nothing listens on its port. */
    goDown: close,
    goUp: open,
    stop: close,
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
