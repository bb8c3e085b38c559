import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { profileWords } from '#words/profile';
import button from 'shared/ui/button.module.css';
import { formatDay } from 'shared/rules/moment';
import { claimOrders, collectMyData, deleteAccount } from '../../api/client';
import type { MyData as Collected } from '../../api/types';
import { notifySuccess } from '../../messages/notify';
import { paths } from '../../paths';
import { sessionEnded } from '../../stores/login';
import { ownOrders } from '../../stores/own_orders';
import { myData } from '../../stores/profile';
import { ALL } from '../../stores/resource';
import { invalidate } from '../../stores/resource_changes';
import { AccountSection } from './AccountSection';
import { ChangeDialog } from './ChangeDialog';
import { CodeDialog } from './CodeDialog';
import styles from './profile.module.css';
import type { ProfileChangeName } from './profile_changes';

const texts = profileWords;

/** The page to export the shopper's data, to add earlier orders and to delete the account. */
export function MyData() {
  return (
    <AccountSection
      title={texts.dataTitle}
      intro={texts.dataIntro}
      resource={myData}
      loginFirst={texts.loginFirst}
      failed={texts.failed}
      ahead={<Rights />}
    >
      {(collected) => <Rights collected={collected} />}
    </AccountSection>
  );
}

function Rights({ collected }: { collected?: Collected }) {
  return (
    <div className={styles.section}>
      <Download collected={collected} />
      <EarlierOrders />
      <Leaving />
    </div>
  );
}

async function collect(code: string): Promise<string> {
  const said = await collectMyData(code);
  await myData.load(ALL).catch(() => {});
  return said;
}

function Download({ collected }: { collected: Collected | undefined }) {
  return (
    <Right
      title={texts.downloadTitle}
      text={texts.downloadText}
      ask={texts.collect}
      dialogTitle={texts.collectTitle}
      dialogText={texts.collectText}
      send={collect}
    >
      {collected && collected.requestedAt !== null && (
        <State requestedAt={collected.requestedAt} isComplete={collected.isComplete} />
      )}
    </Right>
  );
}

/** The progress of the data export, and the files when it is complete. */
function State({ requestedAt, isComplete }: { requestedAt: string; isComplete: boolean }) {
  const day = formatDay(requestedAt);
  if (!isComplete) {
    return (
      <div className={styles.state} role="status">
        <p>{texts.collecting(day)}</p>
        <button type="button" className={button.quiet} onClick={() => myData.load(ALL).catch(() => {})}>
          {texts.lookAgain}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.state}>
      <p>{texts.ready(day)}</p>
      <Files />
    </div>
  );
}

/** The export in both formats. The shopper confirms the password. */
function Files() {
  const [asked, setAsked] = useState({ name: 'dataPage' as ProfileChangeName, open: false, turn: 0 });
  const ask = (name: ProfileChangeName) => setAsked(({ turn }) => ({ name, open: true, turn: turn + 1 }));
  const close = () => setAsked((last) => ({ ...last, open: false }));
  return (
    <>
      <p className={styles.files}>
        <button
          type="button"
          className={button.outline}
          aria-haspopup="dialog"
          onClick={() => ask('dataPage')}
        >
          {texts.asPage}
        </button>
        <button
          type="button"
          className={button.outline}
          aria-haspopup="dialog"
          onClick={() => ask('dataFile')}
        >
          {texts.asFile}
        </button>
      </p>
      <ChangeDialog key={asked.turn} name={asked.name} open={asked.open} onChanged={close} onClose={close} />
    </>
  );
}

function EarlierOrders() {
  return (
    <Right
      id="earlier-orders"
      title={texts.claimTitle}
      text={texts.claimText}
      ask={texts.claim}
      dialogTitle={texts.claimDialogTitle}
      dialogText={texts.claimDialogText}
      send={async (code) => {
        const claimed = await claimOrders(code);
        invalidate(ownOrders, ALL);
        return texts.claimed(claimed);
      }}
    />
  );
}

function Leaving() {
  const navigate = useNavigate();
  async function leave(code: string) {
    const said = await deleteAccount(code);
    navigate(paths.home, { replace: true });
    sessionEnded();
    return said || texts.accountDeleted;
  }
  return (
    <Right
      title={texts.deleteTitle}
      text={texts.deleteText}
      ask={texts.deleteAccount}
      dialogTitle={texts.deleteDialogTitle}
      dialogText={texts.deleteDialogText}
      submitting={texts.deleting}
      send={leave}
    />
  );
}

interface RightProps {
  /** The hash target of links to this section. */
  id?: string;
  title: string;
  text: string;
  /** The label of the button, also in the dialog. */
  ask: string;
  dialogTitle: string;
  dialogText: string;
  submitting?: string;
  /** Sends the request with the code of a mail. Returns the message for the shopper. */
  send: (code: string) => Promise<string>;
  children?: ReactNode;
}

/** An action that the shopper confirms by a code from a mail. */
function Right({ id, title, text, ask, dialogTitle, dialogText, submitting, send, children }: RightProps) {
  const [asked, setAsked] = useState({ open: false, turn: 0 });
  const close = () => setAsked((last) => ({ ...last, open: false }));
  return (
    <section id={id} className={styles.right}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
      <button
        type="button"
        className={button.outline}
        aria-haspopup="dialog"
        onClick={() => setAsked(({ turn }) => ({ open: true, turn: turn + 1 }))}
      >
        {ask}
      </button>
      <CodeDialog
        key={asked.turn}
        open={asked.open}
        title={dialogTitle}
        text={dialogText}
        submit={ask}
        submitting={submitting ?? texts.sending}
        send={async (code) => {
          const said = await send(code);
          close();
          notifySuccess(said);
        }}
        onClose={close}
      />
    </section>
  );
}
