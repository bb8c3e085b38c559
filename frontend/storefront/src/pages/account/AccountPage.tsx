import { Link, useLocation } from 'react-router';
import button from 'shared/ui/button.module.css';
import form from 'shared/ui/form.module.css';
import { usePageHead } from '../../navigation/use_page_head';
import { pageAt } from '../../page_at';
import { AccountFields } from './AccountFields';
import { accountForms, type AccountFormPage } from './account_forms';
import styles from './AccountPage.module.css';
import { useAccountForm } from './use_account_form';

/** The login, registration and password recovery pages: one form each. */
export default function AccountPage() {
  const page = accountForms.get(pageAt(useLocation().pathname));
  return page && <AccountForm key={page.title} page={page} />;
}

function AccountForm({ page }: { page: AccountFormPage }) {
  usePageHead(page.title, page.intro);
  const next = page.next(useLocation());
  const state = useAccountForm({ ...page, next });
  const { onSubmit, sending, leaving } = state;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1>{page.title}</h1>
        <p>{page.intro}</p>
        <div className={styles.arch} aria-hidden="true">
          <img src="/favicon.svg" alt="" width={144} height={144} />
        </div>
      </div>
      <form className={form.card} method="post" noValidate onSubmit={onSubmit}>
        <AccountFields page={page} state={state} />
        <button type="submit" className={button.primary} aria-disabled={sending || leaving || undefined}>
          {leaving ? page.leaving(next) : sending ? page.submitting : page.submit}
        </button>
        <Links links={page.links} />
      </form>
    </div>
  );
}

/** Links to the other account pages. They keep the state, which has the way back. */
function Links({ links }: Pick<AccountFormPage, 'links'>) {
  const { state } = useLocation();
  return (
    <p className={styles.links}>
      {links.map(([label, path]) => (
        <Link key={path} to={path} state={state}>
          {label}
        </Link>
      ))}
    </p>
  );
}
