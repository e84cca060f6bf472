/** `npm run reviews:remove`: takes a review down; its writer cannot post another. */
import { parseReview } from '../src/firebase/rest/parse';
import type { Command } from './command';
import { ToolError } from './errors';

export const reviewsRemove: Command = {
  summary: 'Takes a review down, or lists those of a work.',
  usage: `npm run reviews:remove -- WORK [REVIEW]

  WORK        the work's id, the last part of its address
  REVIEW      the review's id; without it the work's reviews are listed`,
  words: [1, 2],
  async run({ documents, terminal, dryRun }, { words: [given = '', id] }) {
    // Also as the address that gallery:add prints.
    const work = given.replace(/^.*\/work\//, '').replace(/\/$/, '');
    if (work.includes('/')) {
      throw new ToolError(`${given} is no work: its id is the last part of its address.`);
    }
    const stored = await documents.list(`gallery/${work}/reviews`, 'created desc');
    if (id === undefined) {
      if (stored.length === 0 && !(await documents.get(`gallery/${work}`)))
        throw new ToolError(`There is no work ${work}: its id is the last part of its address.`);
      for (const { id, fields } of stored) terminal.line(`  ${id}  ${describe(id, fields)}`);
      terminal.line(`${stored.length === 1 ? '1 review' : `${stored.length} reviews`} of ${work}.`);
      return;
    }
    const review = stored.find((document) => document.id === id);
    if (!review)
      throw new ToolError(`${work} has no review ${id}. Without an id its reviews are listed.`);
    // The marker in `reviewers` stays: it keeps the writer from posting again (docs/decisions/0004).
    if (!dryRun) await documents.remove([`gallery/${work}/reviews/${id}`]);
    terminal.line(`${dryRun ? 'Would take' : 'Took'} down: ${describe(id, review.fields)}`);
  },
};

function describe(id: string, fields: Record<string, unknown>): string {
  const review = parseReview(id, fields);
  if (!review) return 'no valid review';
  // On one line of its table.
  const words = review.text.replaceAll(/\s+/g, ' ');
  const text = words.length > 60 ? `${words.slice(0, 60)}…` : words;
  return `${review.created.slice(0, 10)}  ${'★'.repeat(review.stars).padEnd(5, '☆')}  ${text}`;
}
