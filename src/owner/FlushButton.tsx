import type { ComponentProps } from 'react';
import { Button } from '../ui/Button';
import styles from './OwnerPage.module.css';

/** A button without a frame, whose words begin where the other lines do. */
export const FlushButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="quiet" {...props} className={styles.flush} />
);
