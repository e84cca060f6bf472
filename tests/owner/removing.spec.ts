// An owner removes a work, and undoes it: at once, and after a reload.
import { fromFields } from '../../backend/protoJson';
import { expect, test, type Backend } from '../support/fixtures';
import { openOwnerPage } from '../support/ownerActions';
import { reviewsOf } from '../support/reviewActions';
import { moveAway, storedWorks } from '../support/serverContent';

const quotes = (backend: Backend): string[] =>
  fromFields(backend.firestore.get('configurations/configurations')!.fields)['quotes'] as string[];

test(
  'a removed work is gone for visitors, and stays to be put back where it stood and after a reload',
  { tag: '@official' },
  async ({ page, backend, context }) => {
    // Its review is a quote: the choice goes with it.
    const work = storedWorks(backend).find(({ id }) => id === 'maple-street-kitchen')!;
    const chosen = quotes(backend);
    expect(chosen.filter((path) => path.includes(work.id))).toHaveLength(1);
    const count = storedWorks(backend).length;
    const stored = () => backend.firestore.get(`gallery/${work.id}`)?.fields;
    const before = stored();

    await openOwnerPage(page);
    const works = page.getByRole('region', { name: 'Works' });
    const remove = works.getByRole('button', { name: `Remove ${work.title}` });
    const newest = works.getByRole('article').first();
    await expect(newest).toContainText(`number ${count} of ${count} in the gallery`);
    await remove.click();
    const question = works.getByRole('group', { name: `Remove ${work.title}?` });
    await expect(question).toBeFocused();
    await expect(question).toContainText(
      'Its page, its 4 pictures and its 3 reviews will be gone at once for whoever opens the site.',
    );
    await expect(question).toContainText('One of its reviews is chosen for the landing page.');
    await expect(question).toContainText('whoever has the address of one still sees it');
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect(remove).toBeFocused();
    expect(stored()).toEqual(before);

    await remove.click();
    await question.getByRole('button', { name: 'Yes, remove it' }).click();
    const undo = works.getByRole('button', { name: `Undo: Removed ${work.title}` });
    await expect(undo).toBeFocused();
    expect(stored()).toBeUndefined();
    expect(quotes(backend)).toEqual(chosen.filter((path) => !path.includes(work.id)));
    const reviews = page.getByRole('region', { name: 'Reviews' });
    await expect(reviews.getByText('which is removed: nobody sees this review')).toHaveCount(3);
    await expect(
      reviews.getByRole('button', { name: /^Remove from the landing page/ }),
    ).toHaveCount(1);
    await expect(newest).toContainText(`number ${count - 1} of ${count - 1} in the gallery`);
    // It stands in its place, and not below as well.
    await expect(works.getByRole('article')).toHaveCount(count - 1);
    await expect(works.getByRole('heading', { name: 'Removed works' })).toHaveCount(0);

    const visitor = await context.newPage();
    await visitor.goto(`/work/${work.id}`);
    await visitor.waitForURL((url) => url.pathname === '/');
    await visitor.close();

    await undo.click();
    await expect(remove).toBeFocused();
    expect(stored()).toEqual(before);
    await expect(newest).toContainText(`number ${count} of ${count} in the gallery`);
    await expect(reviews.getByText('which is removed')).toHaveCount(0);

    await remove.click();
    await question.getByRole('button', { name: 'Yes, remove it' }).click();
    await expect(undo).toBeVisible();
    await page.reload();
    const putBack = works.getByRole('button', { name: `Put back ${work.title}` });
    await expect(works.getByRole('heading', { name: 'Removed works' })).toBeVisible();
    await expect(works.getByText('It can be put back until')).toBeVisible();
    await putBack.click();
    await expect(putBack).toHaveCount(0);
    await expect(works.getByRole('heading', { name: 'Works', exact: true })).toBeFocused();
    await expect(remove).toBeVisible();
    expect(stored()).toEqual(before);
  },
);

test(
  'reviews of a work whose week is over say that it is removed; one that is put back has its title again',
  { tag: '@full' },
  async ({ page, backend }) => {
    const [back, late] = ['maple-street-kitchen', 'birch-court-vanity'].map((name) =>
      storedWorks(backend).find(({ id }) => id === name)!,
    );
    // Nothing is deleted before the eighth day.
    const days = { [back!.id]: 1, [late!.id]: 7.5 };
    for (const [id, ago] of Object.entries(days))
      moveAway(backend, `gallery/${id}`, ago * 86_400_000);
    const count = (id: string) => reviewsOf(backend, id).length;
    await openOwnerPage(page);
    const reviews = page.getByRole('region', { name: 'Reviews' });
    const removed = reviews.getByText('which is removed: nobody sees this review');
    expect([count(back!.id), count(late!.id)]).not.toContain(0);
    await expect(removed).toHaveCount(count(back!.id) + count(late!.id));

    await page.getByRole('button', { name: `Put back ${back!.title}` }).click();
    await expect(removed).toHaveCount(count(late!.id));
    await expect(reviews.getByRole('link', { name: back!.title })).toHaveCount(count(back!.id));
  },
);

test('what cannot be undone any more says so', { tag: '@full' }, async ({ page, backend }) => {
  const work = storedWorks(backend)[0]!;
  await openOwnerPage(page);
  const works = page.getByRole('region', { name: 'Works' });
  await works.getByRole('button', { name: `Remove ${work.title}` }).click();
  await works.getByRole('button', { name: 'Yes, remove it' }).click();
  const undo = works.getByRole('button', { name: `Undo: Removed ${work.title}` });
  await expect(undo).toBeVisible();
  const failing = { service: 'firestore', url: /:commit/ } as const;
  const refused = backend.faults.add({ ...failing, do: { kind: 'status', status: 403 } });
  await undo.click();
  await expect(works.getByRole('alert')).toContainText(
    'It cannot be put back: the seven days are over',
  );
  refused.remove();
  backend.firestore.commit([{ path: `removed/${work.id}`, fields: null }]);
  await undo.click();
  await expect(works.getByRole('alert')).toContainText('somebody else was quicker');
});
