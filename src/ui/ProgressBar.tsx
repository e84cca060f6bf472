import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  /** 0 to 100. */
  percent: number;
  /** The id of the element that names the progress, or a text that does. */
  labelledBy?: string | undefined;
  label?: string | undefined;
  /** What a screen reader says instead of the bare percentage. */
  valueText?: string | undefined;
}

/** A progress bar with its real value. */
export function ProgressBar({ percent, labelledBy, label, valueText }: ProgressBarProps) {
  return (
    <progress
      max={100}
      value={Math.round(Math.min(100, Math.max(0, percent)))}
      aria-valuetext={valueText}
      aria-labelledby={labelledBy}
      aria-label={label}
      className={styles.progress}
    />
  );
}
