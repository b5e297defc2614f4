// Before the first paint: the theme that was chosen, or the one of the system.
document.documentElement.dataset.theme =
  localStorage.getItem("boxcars:theme") || (matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light");
