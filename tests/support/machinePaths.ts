/**
 * Machines without their effects: invoked actors finish when a test says so, and time is a simulated
 * clock, so nothing waits.
 *
 *     const form = drive(withoutEffects(requestForm));
 *     form.run({ type: 'form.submitted' }, done('save', …), after('requestForm.content.sending.creating', 'queueDelay'));
 *
 * The last test of each machine asks `assertComplete` (machineCoverage.ts): a state or transition of the definition that
 * none of its scenarios has executed is named.
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
import { countExecuted } from './machineCoverage';

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
  effects: Record<string, (args: { context: never; event: never }) => void> = {},
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
  /** Called after each event, for what holds everywhere. */
  check?: (snapshot: AnyMachineSnapshot) => void;
}

/** Runs a machine without effects, an event after the other. What it executes counts as covered. */
export function drive(machine: AnyStateMachine, { input, check }: DriveOptions = {}) {
  const clock = new SimulatedClock();
  const options = { clock, input, inspect: countExecuted(machine) };
  const actor = createActor(machine, options as { clock: SimulatedClock }).start();
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
        check?.(actor.getSnapshot());
      }
      return actor.getSnapshot().value;
    },
  };
}
