import { useEffect, useRef, useState } from 'react';
import type { ServiceType } from '../../domain/types';
import { readableClock, readableDate, readableMoment } from '../../lib/readableDate';
import { namesOf } from '../../shared/form/useServiceTypes';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { classNames } from '../../ui/stringHelpers';
import shared from '../OwnerPage.module.css';
import { usePorts, type MailNews, type OwnerRequest, type WriteOutcome } from '../ports';
import { useWrite, WriteProblem } from '../readAndWrite';
import styles from './OwnerRequests.module.css';
import { waysToAnswer } from './waysToAnswer';

interface OneRequestProps {
  request: OwnerRequest;
  services: readonly ServiceType[];
  /** It has come since the page was opened, and nobody has opened it. */
  isNew: boolean;
  /** The address names it. */
  isNamed: boolean;
  onRead(): void;
  onChange(isAnswered: boolean): void;
  /** It was deleted. */
  onGone(): void;
}

/** A request: in short, and opened with all its words. Whatever a visitor writes is text here, and no link. */
export function OneRequest(props: OneRequestProps) {
  const { request, services, isNew, isNamed, onRead } = props;
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || isNamed;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNamed) heading.current?.focus();
  }, [isNamed]);
  const who = request.name.trim() || 'Somebody without a name';
  return (
    <article className={styles.request}>
      <div className={shared.line}>
        <h3 ref={heading} tabIndex={-1} className={shared.name}>
          <bdi>{who}</bdi>
        </h3>
        <time dateTime={request.created}>{readableMoment(request.created)}</time>
      </div>
      <p className={classNames(shared.hint, styles.marks)}>
        <span>{`#${request.id}`}</span>
        {isNew && <strong className={styles.mark}>New</strong>}
        {request.isAnswered && <strong className={styles.mark}>Answered</strong>}
      </p>
      <Words request={request} services={services} isShort={!isOpen} />
      <MailsLine request={request} />
      {isOpen && <Details request={request} />}
      <div className={styles.buttons}>
        {!isNamed && (
          <Button
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Open'} the request of ${who}`}
            onClick={() => {
              setIsOpened(!isOpen);
              onRead();
            }}
          >
            {isOpen ? 'Close' : 'Open'}
          </Button>
        )}
        <Answered {...props} who={who} />
      </div>
    </article>
  );
}

interface WordsProps extends Pick<OneRequestProps, 'request' | 'services'> {
  isShort: boolean;
}

/** What is wanted, where, and the description. */
function Words({ request, services, isShort }: WordsProps) {
  const { categories, address, description } = request;
  const wanted = namesOf(categories, services).join(', ');
  return (
    <>
      {wanted !== '' && <p className={styles.words}>{wanted}</p>}
      {address !== '' && (
        <p className={styles.words}>
          <bdi>{address}</bdi>
        </p>
      )}
      <p className={classNames(styles.words, styles.said, isShort && styles.short)} dir="auto">
        {description}
      </p>
    </>
  );
}

type AnsweredProps = Pick<OneRequestProps, 'request' | 'onChange' | 'onGone'> & { who: string };

/** Says that a request is answered, and takes it back. */
function Answered({ request, onChange, onGone, who }: AnsweredProps) {
  const { documents } = usePorts();
  const { id, isAnswered } = request;
  const { isWriting, write, problem } = useWrite();
  const onPress = () =>
    void write(async (): Promise<WriteOutcome> => {
      const outcome = await documents.requests.setAnswered(id, !isAnswered);
      if (outcome === 'stored') onChange(!isAnswered);
      if (outcome === 'conflict') onGone();
      return outcome;
    });
  return (
    <>
      <Button
        variant="quiet"
        icon={isAnswered ? 'retry' : 'check'}
        busy={isWriting}
        aria-label={`Mark as ${isAnswered ? 'not ' : ''}answered: ${who}, #${id}`}
        onClick={onPress}
      >
        {isAnswered ? 'Mark as not answered' : 'Mark as answered'}
      </Button>
      <WriteProblem text={problem} />
    </>
  );
}

/** The ways to answer, all that was typed, and the pictures. */
function Details({ request }: { request: OwnerRequest }) {
  const { phone, email, pictures } = request;
  return (
    <>
      <div className={styles.ways}>
        {waysToAnswer(request).map(({ word, href, icon }) => (
          <a
            key={word}
            href={href}
            {...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}
            className={shared.link}
          >
            {icon && <Icon name={icon} size="1.25em" />}
            <span className={styles.word}>{word}</span>
          </a>
        ))}
      </div>
      <dl className={styles.facts}>
        {[
          ['Phone', phone],
          ['E-mail', email],
        ].map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={styles.words} translate="no">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {pictures.length > 0 && (
        <ul role="list" className={styles.pictures}>
          {pictures.map(({ url, thumb }, index) => (
            <li key={`${index} ${url}`}>
              <Thumbnail url={url} thumb={thumb} name={`Picture ${index + 1}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A press shows the picture itself. */
function Thumbnail({ url, thumb, name }: { url: string; thumb: string; name: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles.picture}>
      {hasFailed ? (
        <span>{`${name}: it does not load, or its file was deleted.`}</span>
      ) : (
        <img src={thumb} alt={name} onError={() => setHasFailed(true)} />
      )}
    </a>
  );
}

/** What became of the mails about it. */
function MailsLine({ request: { text, picturesMail, created } }: { request: OwnerRequest }) {
  if (!text && !picturesMail) return null;
  return (
    <p className={classNames(shared.hint, styles.mails)}>
      {text && <span>{`Mail to you: ${newsOf(text, created)}`}</span>}
      {picturesMail && (
        <span>{`Mail of the pictures to you: ${newsOf(picturesMail, created)}`}</span>
      )}
    </p>
  );
}

function newsOf({ state, since, due }: MailNews, created: string): string {
  const shown = (time: number) => {
    const then = new Date(time).toISOString();
    return readableDate(then) === readableDate(created)
      ? readableClock(then)
      : readableMoment(then);
  };
  const time = shown(since);
  return {
    mailed: `mailed ${time}`,
    mailedWithoutWords: `went without its words ${time}${due === undefined ? '' : `; they are tried again ${shown(due)}`}`,
    waiting: 'waiting',
    goesWithoutWords: 'waiting, goes without its words',
  }[state];
}
