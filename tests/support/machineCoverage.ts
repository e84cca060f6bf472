/**
 * Which states and transitions of a machine's definition were executed. Transitions are those of the
 * definition, whatever starts them: events, finished and failed actors, delays, and "always".
 */
import type {
  Actor,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { getStateNodes } from 'xstate/graph';

/** What was executed of a machine's definition. */
export interface Executed {
  /** What nothing executed: `state id`, or `id | event [index]` for a transition. */
  uncovered: string[];
  /** One line: `door: 3 of 3 states, 5 of 6 transitions executed`. */
  summary: string;
}

/** Every transition of the definition, by name. */
export function transitionNames(machine: AnyStateMachine): Map<AnyTransitionDefinition, string> {
  const names = new Map<AnyTransitionDefinition, string>();
  const name = (node: AnyStateNode, event: string, list: readonly AnyTransitionDefinition[]) =>
    list.forEach((transition, index) =>
      names.set(transition, `${node.id} | ${event === '' ? 'always' : event} [${index}]`),
    );
  for (const node of [machine.root, ...getStateNodes(machine)]) {
    for (const [event, list] of node.transitions) name(node, event, list);
    if (node.always) name(node, '', node.always);
  }
  return names;
}

/** Counts what actors of `machine` execute; `machine` must be the very one that they run. */
export function createCoverage(machine: AnyStateMachine) {
  const transitions = transitionNames(machine);
  const states = new Map(getStateNodes(machine).map((node) => [node, `state ${node.id}`]));
  const left = new Map<unknown, string>([...states, ...transitions]);
  const share = (what: ReadonlyMap<unknown, string>) => {
    const missing = [...what.keys()].filter((each) => left.has(each)).length;
    return `${what.size - missing} of ${what.size}`;
  };
  return {
    /** Watches an actor of the machine: give it to `createActor` as `inspect`. */
    inspect(this: void, inspected: InspectionEvent) {
      // Not one of the actors that it invokes.
      const isOfMachine = (inspected.actorRef as Actor<AnyStateMachine>).logic === machine;
      if (!('snapshot' in inspected) || !isOfMachine) return;
      for (const node of (inspected.snapshot as AnyMachineSnapshot)._nodes) left.delete(node);
      if (inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions) {
        left.delete(transition);
        // A state that is left before anything is waited for is in no snapshot.
        left.delete(transition.source);
      }
    },
    executed: (): Executed => ({
      uncovered: [...left.values()],
      summary: `${machine.id}: ${share(states)} states, ${share(transitions)} transitions executed`,
    }),
  };
}

/** Prints the counts; throws with the names of the states and transitions that nothing executed. */
export function assertComplete({ uncovered, summary }: Executed): void {
  if (uncovered.length > 0)
    throw new Error(`${summary}. Nothing executes:\n  ${uncovered.join('\n  ')}`);
  // Past the test runner, which would put two lines around it.
  process.stdout.write(`${summary}\n`);
}
