import { Link, useLocation } from 'react-router';
import { backTo } from '../../navigation/way_back';
import { accountWords } from '#words/account';
import { generalWords } from '#words/general';
import { ordersWords } from '#words/orders';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import styles from './Absent.module.css';
import type { Own } from '../../stores/use_own';

const texts = ordersWords;

interface AbsentProps {
  kind: Exclude<Own<unknown>['kind'], 'there'>;
  /** The requested order. It may have been placed without an account. */
  orderNumber?: string;
  /** The texts for visitors and for a failure. */
  loginFirst: string;
  failed: string;
  onRetry: () => void;
}

/** The notice in place of account data: the reason why it is missing, and what to do. */
export function Absent({ kind, orderNumber, loginFirst, failed, onRetry }: AbsentProps) {
  if (kind === 'coming') return <Coming />;
  if (kind === 'failed') {
    return (
      <div className={styles.absent} role="status">
        <p>{failed}</p>
        <button type="button" className={button.outline} onClick={onRetry}>
          {texts.again}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.absent}>
      {kind === 'visitor' ? (
        <p>{loginFirst}</p>
      ) : (
        <p>
          {texts.notYours} {texts.notYoursHint}
        </p>
      )}
      <Ways visitor={kind === 'visitor'} orderNumber={orderNumber} />
    </div>
  );
}

/** Placeholders while data loads. */
function Coming() {
  return (
    <div className={styles.coming} role="status">
      <span className="visuallyHidden">{generalWords.loading}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

function Ways({ visitor, orderNumber }: { visitor: boolean; orderNumber: string | undefined }) {
  const state = backTo(useLocation());
  const track = orderNumber ? paths.trackOf(orderNumber) : paths.track;
  return (
    <p className={styles.ways}>
      {visitor && (
        <>
          <Link className={button.primary} to={paths.login} state={state}>
            {accountWords.loginTitle}
          </Link>
          <Link className={button.quiet} to={paths.signUp} state={state}>
            {accountWords.signUpLink}
          </Link>
        </>
      )}
      <Link className={button.quiet} to={track}>
        {texts.trackInstead}
      </Link>
    </p>
  );
}
