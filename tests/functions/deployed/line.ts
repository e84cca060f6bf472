/** A line to a server that takes time, so that two processes see each other's writes late, as far away ones do. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export async function startLine(origin: string) {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let delay = 0;
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => {
      // Timers of the same length end in their order.
      if (delay === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), delay);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  // Without `noDelay`, small packets wait up to 40 ms for the other side's acknowledgement.
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    pass(near, far);
    pass(far, near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Milliseconds that everything takes in each direction. Only while nothing is on the line. */
    delayBy(milliseconds: number) {
      delay = milliseconds;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
