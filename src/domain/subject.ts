/**
 * What a request is about: a part of the draft of its own, which the form shows above the description. On saving it
 * becomes the first line of the description, because the rules take the known fields and no more.
 */
import type { RequestFields, TextField } from './requestFields';
import { cleanText } from './cleanText';

/** `about`: the form was opened over this work's page. `like`: the visitor wants something like this work. */
export interface Subject {
  is: 'about' | 'like';
  title: string;
}

export interface Described {
  fields: RequestFields;
  subject?: Subject | null;
}

/** The longest title that is taken from an address, in characters. Anybody can write such an address. */
const LONGEST_TITLE = 120;

/** The subject with a title from an address: the title's first line, cut. Undefined if that says nothing. */
export function subjectOf(is: Subject['is'], title: string): Subject | undefined {
  const [line] = title.trim().split(/[\n\r]/, 1);
  const name = [...line!].slice(0, LONGEST_TITLE).join('');
  return name === '' ? undefined : { is, title: name };
}

export const lineOf = ({ is, title }: Subject): string =>
  is === 'about' ? `About “${title}”:` : `I want something like “${title}”.`;

/** The description as it is saved and counted. That the request is about a work says alone nothing of what to do. */
export function withSubject(description: string, subject: Subject | null | undefined): string {
  if (!subject) return description;
  const isTyped = cleanText('description', description) !== '';
  if (!isTyped) return subject.is === 'like' ? lineOf(subject) : '';
  return `${lineOf(subject)}\n${description}`;
}

export const sentText = (name: TextField, text: string, subject: Described['subject']): string =>
  name === 'description' ? withSubject(text, subject) : text;

export const composed = ({ fields, subject }: Described): RequestFields => ({
  ...fields,
  description: withSubject(fields.description, subject),
});

/** The fields and the subject that `composed` has made these fields of. A line that is not whole stays in the text. */
export function takenApart({ fields, subject }: Described): Described {
  if (!subject) return { fields };
  const { description } = fields;
  const line = lineOf(subject);
  if (description === line) return { fields: { ...fields, description: '' }, subject };
  if (!description.startsWith(`${line}\n`)) return { fields };
  return { fields: { ...fields, description: description.slice(line.length + 1) }, subject };
}
