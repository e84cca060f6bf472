import { Fragment } from 'react';

/** A mail address. In a narrow place it goes to the next line behind its dots and its @, not within a word. */
export function MailAddress({ address }: { address: string }) {
  const parts = address.match(/[^.@]*[.@]|[^.@]+$/g) ?? [address];
  return (
    <span translate="no">
      {parts.map((part, index) => (
        <Fragment key={index}>
          <span>{part}</span>
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
