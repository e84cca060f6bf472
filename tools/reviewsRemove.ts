/** `npm run reviews:remove`: takes a review down. Its writer cannot post another one for that work. */
import { oneLine } from '../backend/oneLine';
import { parseReview } from '../src/firebase/rest/parse';
import type { Command } from './command';
import { ToolError } from './toolErrors';
import { stillBuilt } from './nextBuild';
import { dropQuotes } from './quotes';

export const reviewsRemove: Command = {
  summary: 'Takes a review down, or lists the reviews of a work.',
  usage: `npm run reviews:remove -- WORK [REVIEW]

  WORK        the id of the work: the last part of its page's address
  REVIEW      the id of the review to take down; without it, the reviews of the work are listed with their ids`,
  words: { needed: ['WORK'], optional: 1 },
  async run({ documents, terminal, dryRun }, { words: [given = '', id] }) {
    // The whole address is accepted as well: gallery:add prints it.
    const work = given.replace(/^.*\/work\//, '').replace(/\/$/, '');
    if (work.includes('/')) {
      throw new ToolError(
        `"${given}" is not the id of a work: that is the last part of its page's address.`,
      );
    }
    const stored = await documents.list(`gallery/${work}/reviews`, 'created desc');
    if (id === undefined) {
      if (stored.length === 0 && !(await documents.get(`gallery/${work}`)))
        throw new ToolError(
          `There is no work "${work}". Its id is the last part of its page's address.`,
        );
      for (const { id, fields } of stored) terminal.line(`  ${id}  ${describe(id, fields)}`);
      terminal.line(`${stored.length === 1 ? '1 review' : `${stored.length} reviews`} of ${work}.`);
      return;
    }
    const review = stored.find((document) => document.id === id);
    if (!review)
      throw new ToolError(
        `${work} has no review "${id}". List its reviews with: npm run reviews:remove -- ${work}`,
      );
    // The marker in `reviewers` is kept: it keeps the writer from posting again (docs/decisions/0004).
    if (!dryRun) {
      await dropQuotes(documents, (name) => name.work === work && name.review === id);
      await documents.remove([`gallery/${work}/reviews/${id}`]);
    }
    terminal.line(`${dryRun ? 'Would take' : 'Took'} down: ${describe(id, review.fields)}`);
    terminal.line(
      stillBuilt(
        'the review as a quote on the landing page, if it was chosen for that',
        `its stars in the ratings of the landing page and of /work/${work}`,
      ),
    );
  },
};

/** Characters of a review's text that the list shows. */
const MAX_SHOWN = 60;

function describe(id: string, fields: Record<string, unknown>): string {
  const review = parseReview(id, fields);
  if (!review) return 'this is not a valid review';
  const line = oneLine(review.text);
  const text = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
  const [day] = review.created.split('T');
  return `${day}  ${'★'.repeat(review.stars).padEnd(5, '☆')}  ${text}`;
}
