/** The running machines beside the page: `npm run dev`, with `?machines` in the address. No part of a build. */
import type {
  Actor,
  AnyMachineSnapshot,
  AnyStateMachine,
  InspectionEvent,
  StateValue,
} from 'xstate';
import { watchMachines } from '../lib/inspection';

const EVENTS = 8;

const STYLE = `position: fixed; inset: auto 0 0 auto; z-index: 9999; max-width: 26rem; max-height: 60vh; margin: 0; border: 0;
  overflow: auto; padding: 0.75rem; background: #1b1b1bee; color: #fff; font: 12px/1.5 ui-monospace, monospace;
  white-space: pre-wrap; pointer-events: none`;

interface Shown {
  state: string[];
  events: string[];
}

export function showMachines(): void {
  const panel = document.createElement('pre');
  panel.setAttribute('style', STYLE);
  panel.setAttribute('aria-hidden', 'true');
  // Modal dialogs cover everything but what is in the topmost layer.
  panel.popover = 'manual';
  const machines = new Map<string, Shown>();

  watchMachines((reported) => {
    const event = reported as InspectionEvent;
    const { logic, sessionId } = event.actorRef as Actor<AnyStateMachine>;
    // What a machine invokes is shown by its events.
    if (!(logic as Partial<AnyStateMachine>).root) return;
    const name = `${logic.id} (${sessionId})`;
    const shown = machines.get(name) ?? { state: [], events: [] };
    if (event.type === '@xstate.event') shown.events.push(event.event.type);
    if (event.type === '@xstate.snapshot') {
      const { value, status } = event.snapshot as AnyMachineSnapshot;
      shown.state = linesOf(value as StateValue);
      // What has stopped is shown no longer.
      if (status === 'active') machines.set(name, shown);
      else machines.delete(name);
    }
    panel.textContent = [...machines].map(textOf).join('\n\n');
    document.body.append(panel);
    panel.hidePopover();
    panel.showPopover();
  });
}

const textOf = ([name, { state, events }]: [string, Shown]) =>
  [name, ...state, ...events.slice(-EVENTS).map((type) => `  ← ${type}`)].join('\n');

/** The value of a state, with a line for each region or state. */
const linesOf = (value: StateValue | undefined, indent = '  '): string[] =>
  typeof value === 'string'
    ? [indent + value]
    : Object.entries(value ?? {}).flatMap(([region, inner]) =>
        typeof inner === 'string'
          ? [`${indent}${region}: ${inner}`]
          : [indent + region, ...linesOf(inner, `${indent}  `)],
      );
