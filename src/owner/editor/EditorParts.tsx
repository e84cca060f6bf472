/** What the editor's screens share: the heading, and the question before what was entered goes. */
import { useEffect, useRef, type ReactNode } from 'react';
import { FlushButton, Question, useQuestion } from '../Question';
import styles from './WorkEditor.module.css';

/** The heading of the screen, which has the focus: the pressed button has gone with its screen. */
export function EditorHead({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // In braces: newer browsers return a promise, which is no cleanup.
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <div className={styles.head}>
      <FlushButton onClick={onClose}>Back to the lists</FlushButton>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {children}
      </h1>
    </div>
  );
}

interface DiscardQuestionProps {
  what: 'work' | 'change';
  /** What is not lost, or not known. */
  children: string;
  onDiscard(): void;
  onKeep(): void;
}

const QUESTIONS = {
  work: { title: 'Discard this work?', goes: 'Its title and pictures go from this page.' },
  change: { title: 'Discard this change?', goes: 'What you have changed goes from this page.' },
};

/** Asks before the work, or what was changed of it, is deleted from this phone. */
export function DiscardQuestion({ what, children, onDiscard, onKeep }: DiscardQuestionProps) {
  const { title, goes } = QUESTIONS[what];
  return (
    <Question label={title} yes="Yes, discard it" onYes={onDiscard} onNo={onKeep}>
      <p>
        <strong>{title}</strong> <span>{goes}</span> <span>{children}</span>
      </p>
    </Question>
  );
}

interface DiscardProps extends Omit<DiscardQuestionProps, 'onKeep'> {
  /** The words of the button. */
  label: string;
}

/** A button that asks first. */
export function Discard({ label, ...question }: DiscardProps) {
  const { isAsking, ask, keep, afterNo } = useQuestion();
  return isAsking ? (
    <DiscardQuestion {...question} onKeep={keep} />
  ) : (
    <FlushButton ref={afterNo} icon="trash" onClick={ask}>
      {label}
    </FlushButton>
  );
}
