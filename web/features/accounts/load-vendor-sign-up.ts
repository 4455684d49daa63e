// Loads the sign-up of a vendor. An import names all files of what it loads: in the log-in page they would be in the first load.
export const loadVendorSignUp = () => import("#web/features/accounts/vendor-sign-up.tsx");
