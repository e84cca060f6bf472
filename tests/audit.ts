/**
 * `npm run audit`: Lighthouse (phone, accessibility, best practices and SEO) against the landing page
 * and a work's page of the built site; ends with 1 where one of them has less than 100.
 */
import type { Result } from 'lighthouse';
import { withLighthouse } from './lighthouse';

const CATEGORIES = ['accessibility', 'best-practices', 'seo'];

/** One row of the table: a page's scores, and what it lost points for. */
interface Audited {
  page: string;
  scores: Record<string, number>;
  failed: string[];
}

function audited(page: string, { categories, audits }: Result): Audited {
  const scores: Record<string, number> = {};
  const failed: string[] = [];
  for (const name of CATEGORIES) {
    const category = categories[name]!;
    scores[name] = Math.round((category.score ?? 0) * 100);
    for (const { id, weight } of category.auditRefs) {
      const audit = audits[id]!;
      if (weight === 0 || audit.score === null || audit.score === 1) continue;
      const items = (audit.details as { items?: unknown[] } | undefined)?.items ?? [];
      failed.push(`${id}: ${audit.title} ${JSON.stringify(items).slice(0, 600)}`);
    }
  }
  return { page, scores, failed };
}

const rows = await withLighthouse(async ({ backend, pages, run }) => {
  const audits: Audited[] = [];
  for (const page of pages) {
    const result = await run(backend.origins.hosting + page, { onlyCategories: CATEGORIES });
    audits.push(audited(page, result));
  }
  return audits;
});
console.table(rows.map(({ page, scores }) => ({ page, ...scores })));
for (const { page, failed } of rows) for (const line of failed) console.log(`${page}  ${line}`);
const isPerfect = rows.every(({ scores }) => Object.values(scores).every((score) => score === 100));
process.exitCode = isPerfect ? 0 : 1;
