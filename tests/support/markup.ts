import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';

/** The prerendered HTML of a part of the page. Node has no window: nothing may need one. */
export const markup = (children: ReactNode): string =>
  renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, children));
