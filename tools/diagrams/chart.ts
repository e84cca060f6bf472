/** A machine as what its picture shows: states within states, each with its transitions as rows. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

export interface ChartState {
  id: string;
  name: string;
  isInitial: boolean;
  isFinal: boolean;
  /** Its children are active all at once. */
  isParallel: boolean;
  tags: string[];
  /** The actors that run while it is active, by their names. */
  invokes: string[];
  rows: ChartRow[];
  states: ChartState[];
}

/** One transition; without a target the state stays. */
export interface ChartRow {
  /** `event` comes from outside; `own` is what the machine waits for itself. */
  kind: 'event' | 'own';
  label: string;
  guard: string;
  actions: string[];
  target: string | undefined;
}

export function chartOf(machine: AnyStateMachine): ChartState {
  return toState(machine.root, false);
}

function toState(node: AnyStateNode, isInitial: boolean): ChartState {
  const initial = node.type === 'compound' ? node.initial.target?.[0]?.key : undefined;
  const transitions = [...node.transitions.values(), ...(node.always ? [node.always] : [])].flat();
  return {
    id: node.id,
    name: node.key,
    isInitial,
    isFinal: node.type === 'final',
    isParallel: node.type === 'parallel',
    tags: [...node.tags],
    invokes: node.invoke.map(({ id }) => id),
    rows: transitions.map((transition) => toRow(transition)),
    states: Object.values(node.states).map((child) => toState(child, child.key === initial)),
  };
}

function toRow(transition: AnyTransitionDefinition): ChartRow {
  const { eventType, guard, actions, target } = transition;
  return {
    ...labelOf(eventType),
    guard: guard === undefined ? '' : guardName(guard),
    actions: actions.flatMap((action) => {
      const name = typeof action === 'object' && 'type' in action ? action.type : action;
      // Assignments have no names: what they set is in the machine.
      return typeof name === 'string' ? [name] : [];
    }),
    target: target?.[0]?.id,
  };
}

function labelOf(eventType: string): Pick<ChartRow, 'kind' | 'label'> {
  if (eventType === '') return { kind: 'own', label: 'at once' };
  const [, kind, name] = /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/.exec(eventType) ?? [];
  if (kind === undefined || name === undefined) return { kind: 'event', label: eventType };
  if (kind === 'after') return { kind: 'own', label: `after ${name.split('.')[0]}` };
  return { kind: 'own', label: `${name} ${kind === 'done.actor' ? 'is done' : 'fails'}` };
}

function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  const { name, guards, stateValue } = guard as GuardFunction;
  if (guards) {
    const names = guards.map(guardName);
    return name === 'not' ? `not ${names.join('')}` : names.join(name === 'or' ? ' or ' : ' and ');
  }
  if (stateValue !== undefined) return `in ${pathOf(stateValue)}`;
  return '…';
}

/** What xstate's `and`, `or`, `not` and `stateIn` return. */
interface GuardFunction {
  name: string;
  guards?: unknown[];
  stateValue?: unknown;
}

function pathOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, below]) => `${key}.${pathOf(below)}`)
    .join(' and ');
}
