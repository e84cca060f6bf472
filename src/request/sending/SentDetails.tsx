import { useRef, useState } from 'react';
import type { Offer } from '../../contract/business';
import type { ServiceType } from '../../domain/types';
import { TEXT_FIELD_NAMES, textField } from '../../domain/requestFields';
import type { Submitted } from '../../../machines/requestFormTypes';
import { namesOf } from '../../shared/form/useServiceTypes';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import styles from './SentDetails.module.css';

/** The request's number, and a button that copies it. */
export function RequestNumber({ id }: { id: string }) {
  const number = useRef<HTMLElement>(null);
  const [message, setMessage] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setMessage('Number copied.');
    } catch {
      // Not every browser lets a page write to the clipboard.
      getSelection()?.selectAllChildren(number.current!);
      setMessage('Press and hold the number to copy it.');
    }
  };
  return (
    <div className={styles.number}>
      <p>
        Your request has the number <strong ref={number}>{id}</strong>.
      </p>
      <Button variant="quiet" onClick={() => void copy()}>
        Copy number
      </Button>
      <output className={styles.message}>{message}</output>
    </div>
  );
}

/** What happens after the request has arrived, from the owner's promises. */
export function WhatHappensNext({ offer = __OFFER__ }: { offer?: Offer | null }) {
  const { responseTime = 'as soon as possible', estimate } = offer ?? {};
  return (
    <section className={styles.part} aria-label="What happens next">
      <h4 className={styles.title}>What happens next</h4>
      <ul role="list" className={styles.steps}>
        <li>
          <Icon name="phone" size="1.25rem" />
          <span>{`We read your request and contact you ${responseTime}, by phone or email.`}</span>
        </li>
        {estimate !== undefined && (
          <li>
            <Icon name="check" size="1.25rem" />
            <span>{estimate}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface WhatWasSentProps {
  submitted: Submitted;
  /** The names of the pictures that are not among it. */
  missing: string[] | undefined;
  types: ServiceType[];
}

/** The content that was sent, so that the visitor can check it. */
export function WhatWasSent({ submitted, missing = [], types }: WhatWasSentProps) {
  const { fields } = submitted;
  const images = submitted.imageCount - missing.length;
  const rows = [
    ...TEXT_FIELD_NAMES.map((name) => [textField(name).label, fields[name]] as const),
    ['Services', namesOf(fields.categories, types).join(', ')],
    ['Pictures', images === 0 ? '' : String(images)],
  ] as const;
  return (
    <section className={styles.part} aria-label="What you sent">
      <h4 className={styles.title}>What you sent</h4>
      <dl className={styles.rows}>
        {rows.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
