/** What is asked before something goes, and the button that asks it. */
import { useState, type ReactNode, type ComponentProps } from 'react';
import { Button } from '../ui/Button';
import { focusOnMount } from '../ui/hooks';
import styles from './OwnerPage.module.css';

interface QuestionProps {
  label: string;
  yes: string;
  no?: string;
  /** Said in place of `yes` while it is done. */
  during?: string;
  isBusy?: boolean;
  onYes(): void;
  onNo(): void;
  children: ReactNode;
}

/** Asks before something is removed. It has the focus: the pressed button has gone for it. */
export function Question(props: QuestionProps) {
  const { label, yes, no = 'Keep it', during, isBusy, onYes, onNo, children } = props;
  return (
    <fieldset ref={focusOnMount} tabIndex={-1} aria-label={label} className={styles.question}>
      <div className={styles.wide}>{children}</div>
      <div className={styles.actions}>
        <Button icon="trash" busy={isBusy} onClick={onYes}>
          {isBusy ? during : yes}
        </Button>
        <FlushButton onClick={() => !isBusy && onNo()} aria-disabled={isBusy || undefined}>
          {no}
        </FlushButton>
      </div>
    </fieldset>
  );
}

/** Whether a button's question is asked. The button has `afterNo` as its `ref`: after a “no” it has the focus again. */
export function useQuestion() {
  const [step, setStep] = useState<'idle' | 'asking' | 'kept'>('idle');
  return {
    isAsking: step === 'asking',
    ask: () => setStep('asking'),
    keep: () => setStep('kept'),
    end: () => setStep('idle'),
    afterNo: step === 'kept' ? focusIfLost : undefined,
  };
}

/** As a `ref`: the element gets the focus if the pressed button has gone with what stood here. */
export function focusIfLost(element: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) focusOnMount(element);
}

/** A button without a frame, whose words begin where the other lines do. */
export const FlushButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="quiet" {...props} className={styles.flush} />
);
