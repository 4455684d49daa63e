// Puts the shared picture of this page into the tab's storage, from which the check-in page takes it, and opens that page. The
// key is the same as in domain/devices/shared-picture-key.ts. The page of the POST does not stay in the history.
(function () {
  var script = document.currentScript;
  try {
    var picture = document.getElementById("picture").src;
    sessionStorage.setItem("chaavi-shared-picture", JSON.stringify({ picture: picture, at: Date.now() }));
    location.replace(script.dataset.next);
  } catch {
    // No storage, or not enough.
    document.getElementById("opening").hidden = true;
    document.getElementById("failure").hidden = false;
  }
})();
