import { Fragment } from 'react';
import type { Arrived } from '../domain/outbox';
import type { RequestFields, ServiceType } from '../domain/types';
import { TEXT_FIELDS } from '../domain/validation';
import { namesOf } from '../shared/useServiceTypes';
import styles from './ArrivedText.module.css';

interface ArrivedTextProps {
  arrived: Arrived;
  fields: RequestFields;
  types: ServiceType[];
}

/** In the place of the fields: the text that is with us already, whose pictures are to be sent. */
export function ArrivedText({ arrived, fields, types }: ArrivedTextProps) {
  const categories = namesOf(fields.categories, types);
  return (
    <section aria-label="Your text" className={styles.arrived}>
      <p>
        <strong>We have your text, number {arrived.id}.</strong>{' '}
        {arrived.free > 0
          ? 'Choose other pictures and send them, or send it without.'
          : 'Its pictures were not accepted; you can send them once more.'}
      </p>
      <dl className={styles.text}>
        {TEXT_FIELDS.map((name) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{fields[name]}</dd>
          </Fragment>
        ))}
        {categories.length > 0 && (
          <>
            <dt>about</dt>
            <dd>{categories.join(', ')}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
