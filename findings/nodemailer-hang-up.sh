#!/usr/bin/env bash
# nodemailer 10.6.0, Node 20 or later.
# Guess: the error of a mail tells whether the server had the message when it hung up, by its code or its command.
# Seen: a server that hangs up instead of its greeting, at MAIL FROM and behind the message's last dot gives one and the
# same error, so that nobody who goes by it knows whether to send the mail again. The session's log (`logger`, `debug`)
# knows: only behind the dot stands the server's 354.
# Output seen:
#   greeting: ECONNECTION CONN "Connection closed unexpectedly" 354: no
#   mail: ECONNECTION CONN "Connection closed unexpectedly" 354: no
#   dot: ECONNECTION CONN "Connection closed unexpectedly" 354: yes
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund nodemailer@10.6.0
cat > seen.mjs <<'JS'
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';

/** A server that ends the connection at this moment. */
const endingAt = (moment) =>
  createServer((socket) => {
    let isMessage = false;
    if (moment === 'greeting') return socket.end();
    socket.write('220 ready\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      if (isMessage && line !== '.') return;
      const step = isMessage ? 'dot' : line.slice(0, 4).toLowerCase();
      isMessage = step === 'data';
      if (step === moment) return socket.end();
      socket.write(isMessage ? '354 go on\r\n' : '250 ok\r\n');
    });
  });

const lines = [];
for (const moment of ['greeting', 'mail', 'dot']) {
  const server = endingAt(moment);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const heard = [];
  const note = ({ tnx }, text) => void (tnx === 'server' && heard.push(text));
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
  const logger = Object.fromEntries(levels.map((level) => [level, note]));
  const { port } = server.address();
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, logger, debug: true });
  const mail = { from: 'a@example.com', to: 'b@example.com', subject: 'A', text: 'B' };
  const error = await transport.sendMail(mail).then(() => ({}), (failed) => failed);
  const has354 = heard.some((text) => text.startsWith('354')) ? 'yes' : 'no';
  lines.push(`${moment}: ${error.code} ${error.command} "${error.message}" 354: ${has354}`);
  server.close();
}
console.log(lines.join('\n'));
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
greeting: ECONNECTION CONN "Connection closed unexpectedly" 354: no
mail: ECONNECTION CONN "Connection closed unexpectedly" 354: no
dot: ECONNECTION CONN "Connection closed unexpectedly" 354: yes
SEEN
echo 'As it was seen.'
