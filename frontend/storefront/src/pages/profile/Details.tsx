import { useState } from 'react';
import { profileWords } from '#words/profile';
import button from 'shared/ui/button.module.css';
import { formatDay, formatMoment } from 'shared/rules/moment';
import type { OwnAccount } from '../../api/types';
import { ownAccount, ownSessions } from '../../stores/profile';
import { ALL } from '../../stores/resource';
import { useOwn } from '../../stores/use_own';
import { AccountSection } from './AccountSection';
import { ChangeDialog } from './ChangeDialog';
import styles from './profile.module.css';
import { type ProfileChangeName, profileChanges } from './profile_changes';

const texts = profileWords;

/** The account details and the sessions of the account. */
export function Details() {
  return (
    <AccountSection
      title={texts.detailsTitle}
      intro={texts.detailsIntro}
      resource={ownAccount}
      loginFirst={texts.loginFirst}
      failed={texts.failed}
    >
      {(account) => <OwnDetails account={account} />}
    </AccountSection>
  );
}

function OwnDetails({ account }: { account: OwnAccount }) {
  const [asked, setAsked] = useState({ name: 'mobileNumber' as ProfileChangeName, open: false, turn: 0 });
  const ask = (name: ProfileChangeName) => setAsked(({ turn }) => ({ name, open: true, turn: turn + 1 }));
  const close = () => setAsked((last) => ({ ...last, open: false }));

  function changed(next: ProfileChangeName | undefined) {
    if (next) ask(next);
    else close();
    // The change is saved, even if these loads fail.
    for (const resource of [ownAccount, ownSessions]) resource.load(ALL).catch(() => {});
  }

  return (
    <div className={styles.section}>
      <Facts account={account} onChange={ask} />
      <Sessions onEnd={() => ask('sessions')} />
      <ChangeDialog
        key={asked.turn}
        name={asked.name}
        open={asked.open}
        onChanged={changed}
        onClose={close}
      />
    </div>
  );
}

interface FactsProps {
  account: OwnAccount;
  onChange: (name: ProfileChangeName) => void;
}

function Facts({ account: { email, mobileNumber, createdAt }, onChange }: FactsProps) {
  const facts = [
    [texts.email, email, 'email'],
    [texts.mobileNumber, mobileNumber, 'mobileNumber'],
    [texts.password, texts.hidden, 'password'],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value, name]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          <dd>
            <button
              type="button"
              className={button.quiet}
              aria-haspopup="dialog"
              aria-label={profileChanges[name].title}
              onClick={() => onChange(name)}
            >
              {texts.change}
            </button>
          </dd>
        </div>
      ))}
      <div>
        <dt>{texts.memberSince}</dt>
        <dd>
          <time dateTime={createdAt}>{formatDay(createdAt)}</time>
        </dd>
      </div>
    </dl>
  );
}

/** All sessions of the account, this one included. */
function Sessions({ onEnd }: { onEnd: () => void }) {
  const { own } = useOwn(ownSessions, ALL);
  if (own.kind !== 'there') return null;
  return (
    <section className={styles.right}>
      <h2>{texts.sessionsTitle}</h2>
      <ul className={styles.sessions}>
        {own.data.map(({ startedAt, lastUsedAt, isCurrent }) => (
          <li key={`${startedAt} ${lastUsedAt}`}>
            {isCurrent && <b>{texts.thisBrowser}</b>}
            <span>{texts.startedAt(formatMoment(startedAt))}</span>
            <span>{texts.lastUsedAt(formatMoment(lastUsedAt))}</span>
          </li>
        ))}
      </ul>
      {own.data.length > 1 && (
        <button type="button" className={button.outline} aria-haspopup="dialog" onClick={onEnd}>
          {texts.endSessions}
        </button>
      )}
    </section>
  );
}
