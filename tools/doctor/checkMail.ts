import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectSafely } from 'node:tls';
import {
  adviceOnAddresses,
  isLoopback,
  problemsWithAddresses,
  problemWithSmtpUrl,
  settingBehind,
} from '../../functions/src/core/mailSettings';
import { ask, entriesOf, lastOf, memberOf, type Json } from '../googleProject';
import { fail, googleOf, pass, passUnless, type DoctorContext, type Finding } from './check';

const FUNCTIONS = ['requestCreated', 'requestChanged', 'everyHalfHour', 'everyHour', 'everyDay'];

async function activeFunctions(context: DoctorContext): Promise<Json[]> {
  const google = googleOf(context);
  const place = `projects/${google.project}/locations/-`;
  const url = `https://cloudfunctions.googleapis.com/v2/${place}/functions?pageSize=100`;
  const answer = await ask(google, url, { role: 'roles/cloudfunctions.viewer' });
  return entriesOf(answer?.['functions']).filter(({ state }) => state === 'ACTIVE');
}

export async function mail(context: DoctorContext): Promise<Finding> {
  const active = (await activeFunctions(context)).map(({ name }) => lastOf(name));
  return passUnless(
    FUNCTIONS.filter((name) => !active.includes(name)).map((name) => `${name} does not run`),
    'the functions that send it run',
  );
}

export async function mailSettings(context: DoctorContext): Promise<Finding> {
  const google = googleOf(context);
  const deployed = (await activeFunctions(context)).find(
    ({ name }) => lastOf(name) === 'requestCreated',
  );
  const { ALERT_FROM: from = '', ALERT_TO: to = '' } = memberOf(
    deployed,
    'serviceConfig',
    'environmentVariables',
  );
  const addresses = { from: String(from), to: String(to) };
  const secret = `projects/${google.project}/secrets/SMTP_URL/versions/latest:access`;
  const answer = await ask(google, `https://secretmanager.googleapis.com/v1/${secret}`, {
    role: 'roles/secretmanager.secretAccessor',
  });
  const data = memberOf(answer, 'payload')['data'];
  const smtpUrl = Buffer.from(String(data ?? ''), 'base64').toString();
  const problem = problemWithSmtpUrl(smtpUrl);
  const problems = [
    ...(problem === undefined ? [] : [`SMTP_URL ${problem}`]),
    ...problemsWithAddresses(addresses),
  ];
  if (problems.length > 0) return fail(problems.join('; '));
  const { greetMailServer: greet = greetMailServer } = context;
  const refusal = await greet(smtpUrl);
  if (refusal !== undefined) return fail(refusal);
  const advice = adviceOnAddresses(addresses);
  return pass(`the mail server answers, with TLS${advice ? `. ${advice}` : ''}`);
}

/** Milliseconds for the whole talk. A server may wait with its greeting. */
const PATIENCE = 60_000;

/**
 * Greets the server as the functions do, and leaves before the password. Resolves with what is wrong, or undefined.
 * STARTTLS: RFC 3207.
 */
export async function greetMailServer(smtpUrl: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(PATIENCE);
  const sockets: Socket[] = [];
  try {
    return await greet(smtpUrl, sockets, signal);
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    const why = signal.aborted ? 'it said nothing for a minute' : message.trim();
    const setting = settingBehind({ code, originalCode: code, message });
    return setting ?? `the mail server cannot be used: ${why}`;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function greet(smtpUrl: string, sockets: Socket[], signal: AbortSignal) {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const isSafe = protocol === 'smtps:';
  const place = { host: hostname, port: Number(port || (isSafe ? 465 : 587)) };
  const named = { ...place, servername: hostname };
  const opened = (socket: Socket) => sockets[sockets.push(socket) - 1]!;
  const socket = opened(isSafe ? connectSafely(named) : connect(place));
  await once(socket, isSafe ? 'secureConnect' : 'connect', { signal });
  const server = talk(socket, signal);
  const greeting = await server.hear();
  if (!greeting.startsWith('2')) return `the mail server answers: ${greeting}`;
  if (isSafe || isLoopback(smtpUrl)) return undefined;
  const offers = await server.say('EHLO doctor.invalid');
  if (!/^250[ -]STARTTLS\b/im.test(offers)) return settingBehind({ code: 'ETLS', message: offers });
  await server.say('STARTTLS');
  await once(opened(connectSafely({ ...named, socket })), 'secureConnect', { signal });
  return undefined;
}

/** One answer at a time, with all of its lines. */
function talk(socket: Socket, signal: AbortSignal) {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const hear = async () => {
    const heard: string[] = [];
    do {
      const next = await Promise.race([
        lines.next(),
        once(socket, 'error', { signal }).then(([error]) => Promise.reject(error as Error)),
      ]);
      if (next.done) throw new Error('it hung up');
      heard.push(next.value as string);
    } while (/^\d{3}-/.test(heard.at(-1)!));
    return heard.join('\n');
  };
  const say = (command: string) => {
    socket.write(`${command}\r\n`);
    return hear();
  };
  return { hear, say };
}
