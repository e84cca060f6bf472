import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { classNames } from './stringHelpers';
import { Icon, type IconName } from './Icon';
import { Link } from './Link';

interface Look {
  /** `primary` is the call to action: at most one in each part of a screen. */
  variant?: 'primary' | 'secondary' | 'quiet' | undefined;
  icon?: IconName | undefined;
  wide?: boolean | undefined;
  children: ReactNode;
}

function look(variant: Look['variant'], wide: boolean | undefined, className: string | undefined) {
  return classNames(styles.button, styles[variant ?? 'secondary'], wide && styles.wide, className);
}

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, keyof Look> {
  /** Shows a spinner instead of the icon and sets `aria-busy`. The caller decides whether a press does anything. */
  busy?: boolean | undefined;
}

export function Button({ variant, icon, wide, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      className={look(variant, wide, className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size="1.25em" />}
      <span>{children}</span>
    </button>
  );
}

/** A ring that turns. Screen readers do not see it, so the text beside it must say what goes on. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

export function RetryButton({ onClick }: { onClick(): void }) {
  return (
    <Button icon="retry" onClick={onClick}>
      Try again
    </Button>
  );
}

interface ButtonLinkProps extends Look, Omit<ComponentProps<'a'>, keyof Look> {
  href: string;
  /** Opens in a new tab. The other page gets no access to this one (`noopener`). */
  external?: boolean;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, icon, wide, external, href, className, children, ...rest } = props;
  return (
    <Link
      to={href}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      {...rest}
      className={look(variant, wide, className)}
    >
      {icon && <Icon name={icon} size="1.25em" />}
      <span>{children}</span>
    </Link>
  );
}
