import { Link } from 'react-router';
import button from '../../ui/button.module.css';
import { PageHead } from '../../ui/PageHead';

/** Shown for an unknown address. */
export default function NotFoundPage() {
  return (
    <>
      <PageHead title="There is no such page" />
      <Link className={button.primary} to="/">
        To today
      </Link>
    </>
  );
}
