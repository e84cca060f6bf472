/**
 * Model tests for state machines: paths generated with `xstate/graph` are run on a live actor, and
 * every state and transition of the machine's definition must have been executed by one of them.
 *
 *     const result = coverTransitions(machine, {
 *       events: [
 *         { type: 'form.submitted' },
 *         done('load', { name: 'draft' }),     // the invoke with id `load` finishes with this output
 *         failed('load'),                      // … or fails
 *         after('requestForm.restoring', 'restoreTimeout'),
 *       ],
 *       view: ({ context }) => context.count > 0,
 *     });
 *     assertComplete(result);
 *
 * A transition that is added later and that no path takes is named by `assertComplete`; an event
 * type without an example in `events` is an error. Nothing here waits: invoked actors are replaced
 * by ones that finish when a path says so, and time is a simulated clock.
 */
import {
  createActor,
  SimulatedClock,
  type ActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type Snapshot,
} from 'xstate';
import { getAdjacencyMap, getShortestPaths, type AdjacencyValue } from 'xstate/graph';
import { createCoverage, transitionNames, type Executed } from './coverage';

interface Options {
  /** Examples of every event the machine handles; several of one type where guards tell them apart. */
  events: readonly AnyEventObject[];
  /**
   * What of a snapshot tells one model state from another besides its value: whatever the guards
   * look at, coarse enough to keep the model finite. The whole context unless told.
   */
  view?: (snapshot: AnyMachineSnapshot) => unknown;
  /** The machine's input, if it takes any. */
  input?: unknown;
  /** Called after every step of every path, for assertions that hold everywhere. */
  check?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => void;
}

interface Result extends Executed {
  /** How many paths were run. */
  paths: number;
}

/** The invoke with this id finishes. */
export const done = (id: string, output?: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${id}`,
  actorId: id,
  output,
});

/** The invoke with this id fails. */
export const failed = (id: string, error: unknown = new Error('failed')): AnyEventObject => ({
  type: `xstate.error.actor.${id}`,
  actorId: id,
  error,
});

/** The delay (its name or its milliseconds) of the state with this id passes. */
export const after = (stateId: string, delay: string | number): AnyEventObject => ({
  type: `xstate.after.${delay}.${stateId}`,
  delay,
});

type Adjacency = AdjacencyValue<AnyMachineSnapshot, AnyEventObject>;
type Step = { event: AnyEventObject; state: AnyMachineSnapshot };
type Ending = { type: 'end'; output: unknown } | { type: 'break'; error: unknown };
type Controlled = Snapshot<unknown> & { output?: unknown; error?: unknown };

/** An actor that does nothing until it is told how it ends. */
const controlled: ActorLogic<Controlled, Ending> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  transition: (snapshot, event) => {
    if (event.type === 'end') return { status: 'done', output: event.output, error: undefined };
    if (event.type === 'break') return { status: 'error', error: event.error, output: undefined };
    return snapshot;
  },
  getPersistedSnapshot: (snapshot) => snapshot,
};

const isAssignment = (action: unknown) => typeof action === 'function' && 'type' in action;
const nothing = () => undefined;

/** The machine with every effect taken out. */
function withoutEffects(machine: AnyStateMachine): AnyStateMachine {
  const { actors, actions } = machine.implementations;
  return machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((name) => [name, controlled])),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [
        name,
        isAssignment(action) ? action : nothing,
      ]),
    ),
  } as Parameters<AnyStateMachine['provide']>[0]);
}

function milliseconds(machine: AnyStateMachine, delay: string | number): number {
  const value =
    typeof delay === 'number' ? delay : (machine.implementations.delays[delay] ?? Number(delay));
  if (typeof value !== 'number' || Number.isNaN(value))
    throw new Error(`The delay ${delay} is not a number.`);
  return value;
}

/** Runs generated paths along every edge of the model; see the top of this file. */
export function coverTransitions(original: AnyStateMachine, options: Options): Result {
  const machine = withoutEffects(original);
  const coverage = createCoverage(machine);
  const view = options.view ?? ((snapshot: AnyMachineSnapshot) => snapshot.context as unknown);
  const serializeState = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, view(snapshot)]);

  const examples = new Set(options.events.map((event) => event.type));
  const unknown = [...transitionNames(machine).keys()]
    .map((transition) => transition.eventType)
    .filter((type) => type !== '' && !examples.has(type));
  if (unknown.length > 0)
    throw new Error(`No example of the event ${[...new Set(unknown)].join(', ')}.`);

  const traversal = {
    events: (snapshot: AnyMachineSnapshot) => options.events.filter((event) => snapshot.can(event)),
    serializeState,
    ...(options.input === undefined ? {} : { input: options.input }),
  };
  const shortest = new Map(
    getShortestPaths(machine, traversal as never).map((path) => [serializeState(path.state), path]),
  );

  let paths = 0;
  const run = (events: AnyEventObject[], expected: string) => {
    const clock = new SimulatedClock();
    const { input } = options;
    const actor = createActor(machine, { clock, input, inspect: coverage.inspect });
    actor.start();
    for (const event of events) {
      const child = actor.getSnapshot().children[event.actorId as string];
      if ('delay' in event) clock.increment(milliseconds(machine, event.delay as string | number));
      else if ('actorId' in event)
        child!.send(
          'error' in event
            ? { type: 'break', error: event.error }
            : { type: 'end', output: event.output },
        );
      else actor.send(event);
      options.check?.(actor.getSnapshot(), event);
    }
    const reached = serializeState(actor.getSnapshot());
    const steps = events.map((event) => event.type).join(' → ');
    if (reached !== expected) throw new Error(`${steps} led to ${reached} instead of ${expected}.`);
    actor.stop();
    paths += 1;
  };

  // One path per edge between state values first; the other ways along an edge while any is missing.
  const seen = new Set<string>();
  const others: (() => void)[] = [];
  const adjacencies = Object.values(getAdjacencyMap(machine, traversal as never)) as Adjacency[];
  for (const { state, transitions } of adjacencies) {
    const path = shortest.get(serializeState(state));
    if (!path) throw new Error(`No path leads to ${serializeState(state)}.`);
    const before = path.steps
      .map((step) => step.event as AnyEventObject)
      .filter((event) => event.type !== 'xstate.init');
    for (const { event, state: next } of Object.values(transitions) as Step[]) {
      const edge = JSON.stringify([state.value, event, next.value]);
      const walk = () => run([...before, event], serializeState(next));
      if (seen.has(edge)) others.push(walk);
      else walk();
      seen.add(edge);
    }
  }
  for (const walk of others) {
    if (coverage.isComplete()) break;
    walk();
  }
  return { ...coverage.executed(), paths };
}
