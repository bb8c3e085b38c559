import { useState } from 'react';
import { Link } from 'react-router';
import { profileWords } from '#words/profile';
import button from 'shared/ui/button.module.css';
import { formatDay } from 'shared/rules/moment';
import type { OwnAccount } from '../../api/types';
import { paths } from '../../paths';
import { ownAccount } from '../../stores/profile';
import { AccountSection } from './AccountSection';
import { MobileNumberDialog } from './MobileNumberDialog';
import styles from './profile.module.css';

const texts = profileWords;

/** What the account says of its shopper. */
export function Details() {
  return (
    <AccountSection
      title={texts.detailsTitle}
      intro={texts.detailsIntro}
      resource={ownAccount}
      loginFirst={texts.loginFirst}
      failed={texts.failed}
    >
      {(account) => <Facts account={account} />}
    </AccountSection>
  );
}

function Facts({ account: { email, mobileNumber, createdAt } }: { account: OwnAccount }) {
  const [changing, setChanging] = useState({ open: false, turn: 0 });
  return (
    <div className={styles.section}>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.email}</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>{texts.mobileNumber}</dt>
          <dd>{mobileNumber}</dd>
          <button
            type="button"
            className={button.quiet}
            aria-haspopup="dialog"
            aria-label={texts.changeMobileTitle}
            onClick={() => setChanging(({ turn }) => ({ open: true, turn: turn + 1 }))}
          >
            {texts.change}
          </button>
        </div>
        <div>
          <dt>{texts.memberSince}</dt>
          <dd>
            <time dateTime={createdAt}>{formatDay(createdAt)}</time>
          </dd>
        </div>
      </dl>
      <Link className={button.outline} to={paths.forgotPassword}>
        {texts.changePassword}
      </Link>
      <MobileNumberDialog
        key={changing.turn}
        open={changing.open}
        onClose={() => setChanging((asked) => ({ ...asked, open: false }))}
      />
    </div>
  );
}
