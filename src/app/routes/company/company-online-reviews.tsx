import { PrivateNotes } from '#features/online-review/private-notes.tsx';
import { ReviewSites } from '#features/online-review/review-sites.tsx';

/** /company/onlineReviews: what patients wrote to the clinic alone, and where they can write reviews. */
export function CompanyOnlineReviewsRoute() {
  return (
    <>
      <PrivateNotes />
      <ReviewSites />
    </>
  );
}
