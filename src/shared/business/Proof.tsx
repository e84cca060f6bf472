import { Fragment } from 'react';
import type { Proof as GivenProof } from '../../contract/business';
import { MAX_STARS } from '../../domain/constants';
import { Icon } from '../../ui/Icon';
import styles from './Proof.module.css';

/** One line of reasons to trust the business: the clients' rating and the owner's facts. Nothing without a proof. */
export function Proof({ proof = __PROOF__ }: { proof?: GivenProof | null }) {
  if (!proof) return null;
  const { average, words } = proof;
  return (
    <p className={styles.line}>
      {average !== undefined && (
        <span>
          <Icon name="star" size="1.1em" />
          <span aria-hidden="true">{average.toFixed(1)}</span>{' '}
          <span className="visually-hidden">{`${average.toFixed(1)} out of ${MAX_STARS}`}</span>
        </span>
      )}
      {words.map((word) => (
        <Fragment key={word}>
          {' '}
          <span>{word}</span>
        </Fragment>
      ))}
    </p>
  );
}
