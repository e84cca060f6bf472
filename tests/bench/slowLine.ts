/**
 * A slow line before local ports, for whoever connects to them, page and worker alike. The developer tools
 * would slow down each of the two by itself, and leave out connections and CORS preflights.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Line {
  /** Milliseconds to the server and back. */
  roundTrip: number;
  /** Bits per second to the server; back, answers take the time of the way only. */
  upstream: number;
}

/** What one connection has to send at most before it is not read any further, in bytes. */
const BUFFER = 64 * 1024;
const PACKET = 1460;
/** Milliseconds between two looks at what may go. */
const TICK = 2;

interface Sender {
  from: Socket;
  packets: Buffer[];
  /** Hands a packet over when it has arrived. */
  deliver(packet: Buffer): void;
}

/** Serves each `outer` port by the `inner` one behind the line; resolves to what ends it. */
export async function startSlowLine(
  host: string,
  ports: { outer: number; inner: number }[],
  { roundTrip, upstream }: Line,
): Promise<() => Promise<void>> {
  const senders = new Set<Sender>();
  const sockets = new Set<Socket>();
  const way = roundTrip / 2;
  let allowance = 0;
  let last = performance.now();
  /** Connections take turns, a packet each, as on a fair line: who has sent one goes to the end. */
  function* turns() {
    for (;;) {
      const next = [...senders].find(({ packets }) => packets.length > 0);
      if (!next) return;
      senders.delete(next);
      senders.add(next);
      yield next;
    }
  }
  const timer = setInterval(() => {
    const now = performance.now();
    const perTick = ((now - last) / 1000) * (upstream / 8);
    // What was not used is gone, but for a packet.
    allowance = Math.min(allowance + perTick, perTick + PACKET);
    last = now;
    for (const sender of turns()) {
      if (allowance <= 0) break;
      const packet = sender.packets.shift()!;
      allowance -= packet.length;
      setTimeout(() => sender.deliver(packet), way);
      if (sender.packets.length * PACKET < BUFFER) sender.from.resume();
    }
  }, TICK);

  const onConnection = (inner: number) => (from: Socket) => {
    const to = connect(inner, host);
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    const sender: Sender = { from, packets: [], deliver: (packet) => void to.write(packet) };
    from.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += PACKET) {
        sender.packets.push(data.subarray(at, at + PACKET));
      }
      if (sender.packets.length * PACKET >= BUFFER) from.pause();
    });
    // A connection takes a round trip before anything goes over it.
    from.pause();
    setTimeout(() => {
      senders.add(sender);
      from.resume();
    }, roundTrip);
    to.on('data', (data: Buffer) => setTimeout(() => from.write(data), way));
    to.on('end', () => setTimeout(() => from.end(), way));
    from.on('close', () => {
      senders.delete(sender);
      to.destroy();
    });
  };
  const servers: Server[] = [];
  for (const { outer, inner } of ports) {
    const server = createServer(onConnection(inner));
    await new Promise<void>((resolve) => server.listen(outer, host, resolve));
    servers.push(server);
  }
  return async () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  };
}
