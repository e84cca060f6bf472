import { createElement } from 'react';
import { expect, test } from 'vitest';
import { createWorksStore } from '../../src/shared/works/worksStore';
import { WorkFooter } from '../../src/work/WorkPage';
import { markup } from '../support/markup';

const work = (id: string) => ({
  id,
  title: `Oak & ${id}`,
  created: '',
  cover: { url: '', thumb: '' },
  before: [],
  after: [],
});
const works = createWorksStore({});
const links = (id: string) => {
  const html = markup(createElement(WorkFooter, { work: work(id) }), { works });
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
};

test('a work’s page leads to a request that names it, and to the works beside it', () => {
  const like = (id: string) => `/?like=Oak%20%26%20${id}#request-service`;
  expect(links('b')).toEqual([like('b')]);
  works.putFirstPage({ works: ['a', 'b', 'c'].map(work) });
  expect(links('b')).toEqual([like('b'), '/work/a', '/work/c']);
  expect(links('a')).toEqual([like('a'), '/work/b']);
  expect(links('c')).toEqual([like('c'), '/work/b']);
});
