import type { Offer as GivenOffer } from '../../contract/business';
import { Icon } from '../../ui/Icon';
import styles from './Offer.module.css';

interface OfferProps {
  /** The owner's promises; null if there are none. */
  offer?: GivenOffer | null;
}

/** The owner's promises above the form: when the owner answers, and what the work costs. */
export function Offer({ offer = __OFFER__ }: OfferProps) {
  const { responseTime, estimate, priceGuide } = offer ?? {};
  const promises = [estimate, priceGuide].filter((promise) => promise !== undefined);
  return (
    <div className={styles.offer}>
      <p>
        {`Tell us about your cabinets and we will contact you${responseTime === undefined ? '' : ` ${responseTime}`}.`}
      </p>
      {promises.length > 0 && (
        <ul role="list" className={styles.promises}>
          {promises.map((promise) => (
            <li key={promise}>
              <Icon name="check" size="1.125rem" />
              <span>{promise}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
