import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IDLE, KEEP_ALIVE, Session } from '../../firestore/webchannel/session';

let onEnd: ReturnType<typeof vi.fn<() => void>>;
let session: Session;

beforeEach(() => {
  vi.useFakeTimers();
  onEnd = vi.fn<() => void>();
  session = new Session('sid', 'gsessionid', onEnd);
});
afterEach(() => {
  session.end();
  vi.useRealTimers();
});

/** A response without a connection. It records the written text. */
function backChannel() {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  const written: string[] = [];
  const end = vi.fn(() => res);
  vi.spyOn(res, 'write').mockImplementation((chunk: unknown) => {
    written.push(String(chunk));
    return true;
  });
  vi.spyOn(res, 'end').mockImplementation(end);
  return { res, written, end };
}

/** Resolves after the microtasks of this turn, when the frames have gone out. */
const endOfTurn = () => Promise.resolve();
const fromClient = (...numbers: number[]) => numbers.map((number) => ({ number, message: number }));

it('without a back channel, a session ends when its idle time has passed since the last POST', () => {
  vi.advanceTimersByTime(IDLE - 1);
  session.take([]);
  vi.advanceTimersByTime(IDLE - 1);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('a session lives as long as its back channel, which gets a noop after each keep-alive time', async () => {
  const { res, written } = backChannel();
  session.push([{ a: 1 }]);
  session.attach(res, false);
  await endOfTurn();
  for (let i = 0; i < 3; i += 1) {
    vi.advanceTimersByTime(KEEP_ALIVE);
    await endOfTurn();
  }
  expect(written).toEqual([
    '15\n[[1,[{"a":1}]]]',
    '14\n[[2,["noop"]]]',
    '14\n[[3,["noop"]]]',
    '14\n[[4,["noop"]]]',
  ]);
  res.emit('close');
  vi.advanceTimersByTime(IDLE);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('a session takes each message of the client once, and refuses messages after a gap', () => {
  expect(session.take(fromClient(0, 1))).toEqual([0, 1]);
  expect(session.take(fromClient(0, 1))).toEqual([]);
  expect(session.take(fromClient(1, 2))).toEqual([2]);
  expect(session.take(fromClient(4))).toBe(null);
  expect(session.take(fromClient(3))).toEqual([3]);
});

it('with much unacknowledged data the body ends, and the next back channel gets only the unacknowledged arrays', async () => {
  const first = backChannel();
  session.attach(first.res, false);
  session.push(['x'.repeat(600_000)]);
  await endOfTurn();
  expect(first.end).not.toHaveBeenCalled();
  session.push(['y'.repeat(600_000)]);
  await endOfTurn();
  expect(first.end).toHaveBeenCalledTimes(1);
  // Array 1 was the early noop, array 2 the first large one.
  session.acknowledge(2);
  const second = backChannel();
  session.attach(second.res, false);
  expect(second.written).toHaveLength(1);
  expect(second.written[0]).toContain('[[3,["yyy');
});
