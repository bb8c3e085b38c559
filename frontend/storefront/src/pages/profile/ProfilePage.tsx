import { Fragment, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths';
import { latePart } from '../../start/load_part';
import { Addresses } from './Addresses';
import { Details } from './Details';
import { MyData } from './MyData';
import { type Section, sections } from './sections';

const MyReviews = latePart(() => import('./MyReviews'));

const shown: Record<Section, ReactNode> = {
  addresses: <Addresses />,
  details: <Details />,
  reviews: (
    <Suspense fallback={null}>
      <MyReviews />
    </Suspense>
  ),
  data: <MyData />,
};
const pages: ReadonlyMap<string, ReactNode> = new Map(
  sections.map((name) => [paths.profile(name), <Fragment key={name}>{shown[name]}</Fragment>]),
);

/** The account pages: saved data, its changes, export and deletion. */
export default function ProfilePage() {
  const section = pages.get(useLocation().pathname);
  const navigate = useNavigate();
  useEffect(() => {
    // An unknown address leads to the orders, the account's first page.
    if (!section) navigate(paths.account, { replace: true });
  }, [section, navigate]);
  return section;
}
