/**
 * Machines without their effects: invoked actors finish when a test says so, and time is a simulated
 * clock, so nothing waits.
 *
 *     const form = drive(withoutEffects(requestForm));
 *     form.run({ type: 'form.submitted' }, done('save', …), after('requestForm.content.sending.creating', 'queueDelay'));
 *
 * `coverTransitions` runs paths generated with `xstate/graph`, and every state and transition of the
 * definition must have been executed by one of them: one that is added later and that no path takes is
 * named by `assertComplete`, and an event type without an example is an error.
 */
import {
  createActor,
  SimulatedClock,
  type ActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { getAdjacencyMap, getShortestPaths, type AdjacencyValue } from 'xstate/graph';
import { createCoverage, transitionNames, type Executed } from './machineCoverage';

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

/** The delay of this name passes in the state with this id. */
export const after = (stateId: string, delay: string): AnyEventObject => ({
  type: `xstate.after.${delay}.${stateId}`,
  delay,
});

type Ending = { type: 'end'; output: unknown } | { type: 'break'; error: unknown };
type Controlled = Snapshot<unknown> & { input: unknown };

/** An actor that does nothing until it is told how it ends. */
const controlled: ActorLogic<Controlled, Ending> = {
  getInitialSnapshot: (_, input) => ({
    status: 'active',
    output: undefined,
    error: undefined,
    input,
  }),
  transition: (snapshot, event) => {
    const { input } = snapshot;
    if (event.type === 'end')
      return { status: 'done', output: event.output, error: undefined, input };
    if (event.type === 'break')
      return { status: 'error', error: event.error, output: undefined, input };
    return snapshot;
  },
  getPersistedSnapshot: (snapshot) => snapshot,
};

const isAssignment = (action: unknown) => typeof action === 'function' && 'type' in action;

/** The machine with every effect taken out, or with these in their place. */
export function withoutEffects(
  machine: AnyStateMachine,
  effects: Record<string, (args: { context: never }) => void> = {},
): AnyStateMachine {
  const { actors, actions } = machine.implementations;
  const nothing = Object.entries(actions).flatMap(([name, action]) =>
    isAssignment(action) ? [] : [[name, () => undefined]],
  );
  return machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((name) => [name, controlled])),
    actions: { ...Object.fromEntries(nothing), ...effects },
  } as Parameters<AnyStateMachine['provide']>[0]);
}

interface DriveOptions {
  /** The machine's input, if it takes any. */
  input?: unknown;
  inspect?: (inspected: InspectionEvent) => void;
}

/** Runs a machine without effects, an event after the other. */
export function drive(machine: AnyStateMachine, options: DriveOptions = {}) {
  const clock = new SimulatedClock();
  const actor = createActor(machine, { clock, ...options } as { clock: SimulatedClock }).start();
  const child = (id: string) => actor.getSnapshot().children[id];
  return {
    actor,
    clock,
    child,
    context: () => actor.getSnapshot().context,
    /** What the running invoke with this id was given. */
    inputOf: (id: string) => (child(id)!.getSnapshot() as Controlled).input,
    /** Returns the state that these events lead to. */
    run(...events: AnyEventObject[]) {
      for (const event of events) {
        const { actorId, delay } = event as { actorId?: string; delay?: string };
        if (delay !== undefined)
          clock.increment(machine.implementations.delays[delay] as unknown as number);
        else if (actorId === undefined) actor.send(event);
        else if ('error' in event) child(actorId)!.send({ type: 'break', error: event.error });
        else child(actorId)!.send({ type: 'end', output: event.output });
      }
      return actor.getSnapshot().value;
    },
  };
}

interface Options {
  /** Examples of every event the machine handles; several of one type where guards tell them apart. */
  events: readonly AnyEventObject[];
  /**
   * What of a snapshot tells one model state from another besides its value: whatever the guards
   * look at, coarse enough to keep the model finite.
   */
  view?: (snapshot: AnyMachineSnapshot) => unknown;
  /**
   * The part of a snapshot's value that tells one model state from another; all of it unless given. A delay that passes
   * lets shorter ones of other regions pass, too: a model leaves out what only those tell apart.
   */
  value?: (value: never) => unknown;
  input?: unknown;
  /** Called at the end of every path, for assertions that hold everywhere. */
  check?: (snapshot: AnyMachineSnapshot) => void;
}

/**
 * Runs generated paths along every edge of the models. Regions of a machine that do not look at each other are better
 * walked in a model each: one model has the product of their states.
 */
export function coverTransitions(original: AnyStateMachine, ...models: Options[]): Executed {
  const machine = withoutEffects(original);
  const coverage = createCoverage(machine);
  const examples = new Set(['', ...models.flatMap(({ events }) => events.map(({ type }) => type))]);
  const types = [...transitionNames(machine).keys()].map(({ eventType }) => eventType);
  const unknown = new Set(types.filter((type) => !examples.has(type)));
  if (unknown.size > 0) throw new Error(`No example of the event ${[...unknown].join(', ')}.`);
  for (const model of models) walkModel(machine, coverage.inspect, model);
  return coverage.executed();
}

function walkModel(
  machine: AnyStateMachine,
  inspect: (inspected: InspectionEvent) => void,
  { events, view, value = (all) => all, input, check }: Options,
): void {
  const serializeState = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([value(snapshot.value as never), view?.(snapshot)]);

  const traversal = {
    events: (snapshot: AnyMachineSnapshot) => events.filter((event) => snapshot.can(event)),
    serializeState,
    input,
  } as never;
  const shortest = new Map(
    getShortestPaths(machine, traversal).map(({ state, steps }) => [
      serializeState(state),
      steps
        .map(({ event }) => event as AnyEventObject)
        .filter(({ type }) => type !== 'xstate.init'),
    ]),
  );
  const walk = (path: AnyEventObject[], expected: string) => {
    const { actor, run } = drive(machine, { input, inspect });
    run(...path);
    // The states on the way are the ends of other paths.
    check?.(actor.getSnapshot());
    const reached = serializeState(actor.getSnapshot());
    const steps = path.map(({ type }) => type).join(' → ');
    if (reached !== expected) throw new Error(`${steps} led to ${reached} instead of ${expected}.`);
    actor.stop();
  };

  const adjacency = getAdjacencyMap(machine, traversal);
  for (const { state, transitions } of Object.values(adjacency) as AdjacencyValue<
    AnyMachineSnapshot,
    AnyEventObject
  >[]) {
    for (const { event, state: next } of Object.values(transitions))
      walk([...shortest.get(serializeState(state))!, event], serializeState(next));
  }
}
