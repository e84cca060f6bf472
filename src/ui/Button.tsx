import { Link } from 'react-router-dom';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames';
import { Icon, type IconName } from './Icon';

interface Look {
  /** `primary` is the terracotta call to action: one per screen part. */
  variant?: 'primary' | 'secondary' | 'quiet' | undefined;
  icon?: IconName | undefined;
  /** Fills the width of its box. */
  wide?: boolean | undefined;
  children: ReactNode;
}

function look(variant: Look['variant'], wide: boolean | undefined, className: string | undefined) {
  return classNames(styles.button, styles[variant ?? 'secondary'], wide && styles.wide, className);
}

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, keyof Look> {
  /** Shows a spinner in place of the icon and tells assistive technology; presses are up to the caller. */
  busy?: boolean | undefined;
}

/** A button; `type="button"` unless told. */
export function Button({ variant, icon, wide, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      className={look(variant, wide, className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size="1.25em" />}
      {children}
    </button>
  );
}

/** A turning ring in the current colour, hidden from screen readers: say beside it what goes on. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

/** The way on from what did not load. */
export function RetryButton({ onClick }: { onClick(): void }) {
  return (
    <Button icon="retry" onClick={onClick}>
      Try again
    </Button>
  );
}

interface ButtonLinkProps extends Look, Omit<ComponentProps<'a'>, keyof Look> {
  href: string;
  /** Opens in a new tab, without giving the other page a handle on this one. */
  external?: boolean;
}

/** A link that looks like a button. */
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
      {children}
    </Link>
  );
}
