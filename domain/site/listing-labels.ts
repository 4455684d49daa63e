// Labels of the filters and orders of listings.
import type { ListingFilter, ListingSort } from "#domain/site/site-data.ts";

export const listingFilterLabels: { readonly [filter in ListingFilter]: string } = {
  free: "Free slots now",
  covered: "Covered",
  ev: "EV charging",
  valet: "Valet",
  cctv: "CCTV",
  wheelchair: "Wheelchair access",
  online: "Pay online",
  offers: "Offers",
};

export const listingSortLabels: { readonly [sort in ListingSort]: string } = {
  name: "Name",
  price: "Price for my stay",
  distance: "Distance",
};
