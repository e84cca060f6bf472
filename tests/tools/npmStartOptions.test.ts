import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../tools/start/banner';
import { parseCliOptions } from '../../tools/start/options';
import { ToolError } from '../../tools/toolErrors';

describe('npm start', () => {
  it('uses the emulators’ ports and a git-ignored folder for its data', () => {
    expect(parseCliOptions([], {})).toEqual({
      command: 'start',
      ports: { hosting: 5000, firestore: 8080, auth: 9099, storage: 9199 },
      host: 'localhost',
      dataDir: '.local/data',
      outDir: '.local/site',
      fresh: false,
      firestore: 'embedded',
      help: false,
    });
  });

  it('takes ports from flags, then from the environment', () => {
    const env = { HOSTING_PORT: '1', FIRESTORE_PORT: '2', AUTH_PORT: '3', STORAGE_PORT: '4' };
    const options = parseCliOptions(['start', '--port', '5', '--storage-port=6'], env);
    expect(options.ports).toEqual({ hosting: 5, firestore: 2, auth: 3, storage: 6 });
    expect(parseCliOptions(['dev', '--port', '7'], {}).ports.hosting).toBe(7);
    expect(parseCliOptions(['dev'], {}).ports.hosting).toBe(5173);
    expect(parseCliOptions(['--port', '8'], {}).ports.hosting).toBe(8);
  });

  it('takes the folder, the host and --fresh', () => {
    expect(
      parseCliOptions(['--data', 'x', '--host', '127.0.0.1', '--fresh', '--help'], {}),
    ).toMatchObject({ dataDir: 'x', host: '127.0.0.1', fresh: true, help: true });
  });

  it.each([
    [['--prot', '1'], "Unknown option '--prot'."],
    [['serve'], 'There is no command "serve".'],
    [['start', 'now'], '"now" is one word too many.'],
    [['--port', 'abc'], '--port must be a port from 1 to 65535, not "abc".'],
    [['--auth-port', '70000'], '--auth-port must be a port from 1 to 65535, not "70000".'],
    [['--firestore', 'mine'], '--firestore must be embedded or official, not "mine".'],
    [['--host', '::1'], '--host cannot be ::1: no browser accepts an IPv6 address'],
    [['--port', '8080'], 'hosting and firestore cannot both use port 8080.'],
  ])('refuses %j clearly', (args, message) => {
    expect(() => parseCliOptions(args, {})).toThrow(ToolError);
    expect(() => parseCliOptions(args, {})).toThrow(message);
  });

  it('names a wrong variable', () => {
    expect(() => parseCliOptions([], { AUTH_PORT: 'x' })).toThrow('AUTH_PORT must be a port');
  });
});

describe('the ready text', () => {
  it.each([['localhost'], ['127.0.0.1'], ['0.0.0.0']])('has no warning at %s', (host) => {
    expect(limitsOf(host, {})).toEqual([]);
  });

  it('says what a phone lacks at an address of the network', () => {
    expect(limitsOf('192.168.1.20', {})).toEqual([
      expect.stringMatching(/^At this address a browser allows no service worker/),
    ]);
  });

  it('says how to open the site of a codespace', () => {
    expect(limitsOf('localhost', { CODESPACES: 'true' })).toEqual([
      expect.stringMatching(/^In a codespace, open the site through VS Code/),
    ]);
  });
});
