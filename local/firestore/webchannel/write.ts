import { runCommit } from '../commit';
import { invalid, unimplemented } from '../errors';
import type { Stream, StreamContext } from '../service';

/**
 * The `Write` RPC (google.firestore.v1): the first message names the database and gets stream id
 * and token, every later one is a commit of its own. Any refusal ends the stream with its status.
 */
export function openWriteStream({ service, caller, send }: StreamContext): Stream {
  let isOpen = false;
  let count = 0;
  const nextToken = () => {
    count += 1;
    return Buffer.from(String(count)).toString('base64');
  };

  return {
    receive(message) {
      const { database, streamId, writes } = message;
      if (!isOpen) {
        if (database === undefined) throw invalid('The first message must name the database.');
        service.names.path(database);
        if (streamId !== undefined) throw unimplemented('resuming a Write stream (streamId)');
        if (Array.isArray(writes) && writes.length > 0) {
          throw invalid('The first message of a Write stream cannot have writes.');
        }
        isOpen = true;
        send({ streamId: '1', streamToken: nextToken() });
        return;
      }
      const response = runCommit(service, caller, writes);
      send({ streamToken: nextToken(), ...response });
    },
    close() {},
  };
}
