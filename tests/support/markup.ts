import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { absentForm } from '../../src/shared/form/requestFormState';
import { createOnce, ServicesProvider, type Services } from '../../src/shared/services';
import { createWorksStore } from '../../src/shared/works/worksStore';

/** No part of the page uses the outside world while it is rendered. */
const NO_SERVICES = {
  requestForm: absentForm,
  works: createWorksStore({}),
  once: createOnce(),
} as Services;

/** The prerendered HTML of a part of the page. Node has no window: nothing may need one. */
export const markup = (children: ReactNode, services: Partial<Services> = {}): string =>
  renderToStaticMarkup(
    createElement(
      ServicesProvider,
      { value: { ...NO_SERVICES, ...services } },
      createElement(StaticRouter, { location: '/' }, children),
    ),
  );
