/** Mail servers in trouble: a server that answers by a script, and the scripts, by what becomes of a message. */
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * @param {Record<string, string | undefined>} script
 *
 * A server that answers by a script: to each command the line of its name, or 250. `hang up` closes the connection
 * instead, `say, hang up` behind an answer; `silence` says nothing more. `dot` is the end of the message.
 */
export function scripted(script) {
  const server = createServer((socket) => {
    let isMessage = false;
    const say = (step, usual) => {
      const line = script[step] ?? usual;
      if (line === 'silence') return;
      if (line === 'hang up') return socket.destroy();
      const [words, ending] = line.split(', ', 2);
      if (ending !== 'hang up') return socket.write(`${words}\r\n`);
      input.close();
      socket.end(`${words}\r\n`);
    };
    socket.on('error', () => {});
    const input = createInterface({ input: socket });
    say('greeting', '220 ready');
    input.on('line', (line) => {
      if (socket.writableEnded) return;
      if (isMessage && line !== '.') return;
      const step = isMessage ? 'dot' : line.slice(0, 4).trim().toLowerCase();
      isMessage = step === 'data' && /^[23]/.test(script.data ?? '354');
      // Behind a refused MAIL everything is out of order.
      const isOver = script.mail !== undefined && (step === 'rcpt' || step === 'data');
      isMessage &&= !isOver;
      say(step, isOver ? '503 no MAIL' : step === 'data' ? '354 go on' : '250 ok');
    });
  });
  return server;
}

export const PIPELINING = '250-here\r\n250 PIPELINING';
export const SIZE = '250-here\r\n250-PIPELINING\r\n250 SIZE 200';

export const TROUBLES = {
  unread: {
    'a hang-up instead of the greeting': { greeting: 'hang up' },
    'a greeting of 451': { greeting: '451 too many connections' },
    'a greeting of 550': { greeting: '550 blocked' },
    'a greeting of 421': { greeting: '421 busy, hang up' },
    'a refused EHLO and HELO': { ehlo: '550 no', helo: '550 no' },
    'a hang-up at MAIL': { mail: 'hang up' },
    '450 at MAIL': { mail: '450 4.7.1 too much mail, said 550 5.1.1 before' },
    '452 at MAIL': { mail: '452 4.3.1 no room' },
    '421 at MAIL': { mail: '421 later, hang up' },
    '553 at RCPT': { rcpt: '553 not your sender' },
    '552 at RCPT': { rcpt: '552 5.2.2 mailbox full' },
    '451 at RCPT': { rcpt: '451 greylisted' },
    'a hang-up at RCPT': { rcpt: 'hang up' },
    '521 at RCPT, then a hang-up': { rcpt: '521 no, hang up' },
    '554 at DATA': { data: '554 access denied' },
    '451 at DATA': { data: '451 later' },
    '421 at DATA, then a hang-up': { data: '421 later, hang up' },
    'a hang-up at DATA': { data: 'hang up' },
    '354 behind a refused RCPT': {
      rcpt: '550 no such user',
      data: '354 go on',
      dot: '554 no recipients',
    },
  },
  lost: {
    'a hang-up behind the dot': { dot: 'hang up' },
    '250 at DATA, then a hang-up': { data: '250 strange', dot: 'hang up' },
  },
  refused: {
    '550 behind the dot': { dot: '550 5.7.1 spam' },
    '554 behind the dot, then a hang-up': { dot: '554 5.7.1 spam, hang up' },
    '552 behind the dot': { dot: '552 5.2.2 mailbox full' },
    '521 behind the dot': { dot: '521 no, hang up' },
  },
  deferred: {
    '451 behind the dot': { dot: '451 4.7.1 try again later' },
    '450 with 550 in its words': { dot: '450 4.2.0 said 550 5.1.1 no such user' },
    '421 behind the dot': { dot: '421 4.7.0 closing, hang up' },
  },
  tooLarge: {
    '552 at MAIL, where SIZE is announced': {
      ehlo: '250-here\r\n250 SIZE',
      mail: '552 5.3.4 too large',
    },
    'a limit that is announced': { ehlo: SIZE },
  },
  taken: {
    'a server that takes all': {},
    'a hang-up behind its answer': { dot: '250 queued, hang up' },
  },
};
