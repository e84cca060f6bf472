import { expect, test } from './fixtures';

test.describe('work page', () => {
  test('shows the work, its pictures and its reviews', async ({ page, site, backend }) => {
    const work = backend.firestore.list('gallery')[0]!;
    const id = work.path.split('/')[1]!;
    await page.goto(`${site}/work/${id}`);
    const title = work.fields['title'] as { stringValue: string };
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title.stringValue);
    await expect(page.getByRole('link', { name: 'See more works' })).toHaveAttribute(
      'href',
      '/#gallerySection',
    );
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Request service' }).first(),
    ).toHaveAttribute('href', '/#request-service');
    await expect(page.getByRole('link', { name: 'Contact us' }).first()).toHaveAttribute(
      'href',
      /whatsapp\.com\/send/,
    );
    for (const name of ['Before', 'After', 'Reviews from our clients']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    }
    const full = page.getByRole('link', { name: /full size/i });
    expect(await full.count()).toBeGreaterThanOrEqual(3);
    for (const link of await full.all()) {
      await expect(link).toHaveAttribute('target', '_blank');
      const answer = await fetch((await link.getAttribute('href'))!);
      expect(answer.headers.get('content-type')).toMatch(/^image\//);
      await answer.arrayBuffer();
    }
  });

  test('a work that does not exist sends the visitor home, leaving no entry behind', async ({
    page,
    site,
  }) => {
    await page.goto(site);
    await page.goto(`${site}/work/never-was`);
    await expect(page).toHaveURL(`${site}/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'We make your cabinets look like new!',
    );
  });

  test('a server that fails is not a missing work', async ({ page, site, backend }) => {
    const id = backend.firestore.list('gallery')[0]!.path.split('/')[1]!;
    const broken = backend.faults.add({
      service: 'firestore',
      url: new RegExp(`documents/gallery/${id}(\\?|$)`),
      when: 'before',
      do: { kind: 'captive' },
    });
    await page.goto(`${site}/work/${id}`);
    const retry = page.getByRole('button', { name: /try again/i }).first();
    await expect(retry).toBeVisible();
    await expect(page).toHaveURL(`${site}/work/${id}`);
    broken.remove();
    await retry.click();
    await expect(page.getByRole('heading', { name: 'Before', exact: true })).toBeVisible();
  });
});
