/** `npm run diagrams`: every machine as Mermaid text, into docs/machines.md. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { appVersion } from '../../machines/appVersion';
import { ownerAccess } from '../../machines/ownerAccess';
import { createRequestForm } from '../../machines/requestForm';
import { reviewArea } from '../../machines/reviewArea';
import { workEditor } from '../../machines/workEditor';

export const MACHINES: Record<string, AnyStateMachine> = {
  requestForm: createRequestForm(),
  reviewArea,
  appVersion,
  ownerAccess,
  workEditor,
};

export const DOCUMENT = fileURLToPath(new URL('../../docs/machines.md', import.meta.url));

const INTRODUCTION = `# The machines

Drawn from the code by \`npm run diagrams\`. A test fails when this file is out of date. An arrow is an event, with its guard in brackets. "done" and "fails" are the ends of an actor that the state runs. "always" is taken at once. Events that do not leave a state are listed in the state or in the note beside it.`;

/** The whole document. */
export function documentText(): string {
  const sections = Object.entries(MACHINES).map(
    ([name, machine]) => `## ${name}\n\n\`\`\`mermaid\n${drawMachine(machine)}\n\`\`\``,
  );
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

/** A Mermaid `stateDiagram-v2`. Actions are left out: they are read in the machine. */
function drawMachine({ root }: AnyStateMachine): string {
  const arrows = new Map<string, string[]>();
  const states = drawState(root, arrows);
  // Behind all states: Mermaid moves a state into the one within which an arrow first names it.
  const ways = [...arrows].map(([way, labels]) => `${way} : ${labels.join('<br/>')}`);
  return ['stateDiagram-v2', ...states, ...ways].join('\n');
}

function drawState(node: AnyStateNode, arrows: Map<string, string[]>): string[] {
  const id = idOf(node);
  const texts = node.invoke.map((invoke) => `runs ${invoke.id}`);
  for (const transition of [...node.transitions.values(), node.always ?? []].flat()) {
    const [target] = transition.target ?? [];
    const label = labelOf(transition);
    // Mermaid draws no arrow from a state into itself.
    if (!target) texts.push(label);
    else if (isWithin(target, node) || isWithin(node, target))
      texts.push(`${label} → ${target.key}`);
    else {
      const way = `${id} --> ${idOf(target)}`;
      arrows.set(way, [...(arrows.get(way) ?? []), label]);
    }
  }
  if (node.type === 'atomic') return [node.key, ...texts].map((text) => `${id} : ${text}`);
  const initial = node.type === 'compound' ? node.initial.target?.[0] : undefined;
  return [
    `state "${node.key}" as ${id} {`,
    ...(initial ? [`[*] --> ${idOf(initial)}`] : []),
    ...Object.values(node.states).flatMap((state, index) => [
      ...(node.type === 'parallel' && index > 0 ? ['--'] : []),
      ...drawState(state, arrows),
    ]),
    '}',
    ...(texts.length > 0 ? [`note right of ${id}`, ...texts, 'end note'] : []),
  ];
}

const idOf = ({ id }: AnyStateNode) => id.replaceAll('.', '_');

const isWithin = (inner: AnyStateNode, outer: AnyStateNode) =>
  outer.path.every((key, index) => inner.path[index] === key);

function labelOf({ eventType, guard }: AnyTransitionDefinition): string {
  const [, kind, name = ''] =
    /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/.exec(eventType) ?? [];
  const words: Record<string, string> = {
    'done.actor': `${name} done`,
    'error.actor': `${name} fails`,
    after: `after ${name.split('.')[0]}`,
  };
  const event = kind === undefined ? eventType || 'always' : words[kind];
  return guard === undefined ? `${event}` : `${event} [${guardName(guard)}]`;
}

/** The name of a guard, also of xstate's `and`, `or` and `not`. */
function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const { type, name, guards } = guard as { type?: string; name: string; guards: unknown[] };
  if (type !== undefined) return type;
  const names = guards.map(guardName);
  return name === 'not' ? `not ${names.join('')}` : names.join(` ${name} `);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, documentText());
