/** `npm run reviews:quote`: chooses the reviews that the landing page quotes. Without a choice it quotes none. */
import { oneLine } from '../backend/oneLine';
import { MAX_QUOTE_LENGTH, MAX_QUOTES } from '../src/domain/constants';
import type { QuoteName, Review } from '../src/domain/types';
import { parseReview } from '../src/firebase/rest/parse';
import type { Command } from './command';
import { ToolError } from './toolErrors';
import type { Documents } from './ownerDocuments';
import { NEXT_BUILD } from './nextBuild';
import { chooseQuotes, chosenQuotes, pathOf } from './quotes';

export const reviewsQuote: Command = {
  summary: 'Chooses the reviews that the landing page quotes, or lists them.',
  usage: `npm run reviews:quote -- WORK/REVIEW [WORK/REVIEW]
npm run reviews:quote -- --none
npm run reviews:quote

  WORK/REVIEW  the ids of a work and of one of its reviews, at most two of them; they take the place of those that
               were chosen before. npm run reviews:remove -- WORK lists the reviews of a work with their ids
  --none       quotes no review any more
  Without both it lists what is chosen.`,
  options: { none: { type: 'boolean' } },
  words: { needed: [], optional: MAX_QUOTES },
  async run({ documents, terminal, dryRun }, args) {
    const isNone = args.flag('none');
    if (isNone && args.words.length > 0) throw new ToolError('Give either reviews or --none.');
    const isList = !isNone && args.words.length === 0;
    const names = isList ? await chosenQuotes(documents) : args.words.map(nameOf);
    for (const name of names) {
      const review = await reviewOf(documents, name);
      const problem = problemOf(review);
      if (problem && !isList) throw new ToolError(`${name.work}/${name.review} ${problem}.`);
      terminal.line(`  ${name.work}/${name.review}  ${review ? oneLine(review.text) : problem}`);
    }
    const count = names.length === 1 ? '1 review' : `${names.length} reviews`;
    if (isList) return terminal.line(`${count} chosen.`);
    if (!dryRun) await chooseQuotes(documents, names);
    terminal.line(`${count} ${verbOf(names.length, dryRun)} chosen. ${NEXT_BUILD}`);
  },
};

function verbOf(count: number, dryRun: boolean): string {
  if (dryRun) return 'would be';
  return count === 1 ? 'is' : 'are';
}

function nameOf(text: string): QuoteName {
  const [work = '', review = '', ...rest] = text.split('/');
  if (work === '' || review === '' || rest.length > 0) {
    throw new ToolError(
      `"${text}" is not the name of a review. Write the ids of the work and of the review with a slash between them.`,
    );
  }
  return { work, review };
}

async function reviewOf(documents: Documents, name: QuoteName): Promise<Review | undefined> {
  const stored = await documents.get(pathOf(name));
  return stored && parseReview(stored.id, stored.fields);
}

function problemOf(review: Review | undefined): string | undefined {
  if (!review) return 'is not stored';
  const { length } = review.text.trim();
  if (length === 0) return 'has no words';
  return length > MAX_QUOTE_LENGTH
    ? `has ${length} characters, and no quote is cut: ${MAX_QUOTE_LENGTH} at most`
    : undefined;
}
