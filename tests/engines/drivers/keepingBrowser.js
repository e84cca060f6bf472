/**
 * WebKitGTK's own MiniBrowser forgets everything when it is automated (its session is ephemeral). This
 * is the least browser that WebKitWebDriver can drive and that keeps its data: one window, one view, in
 * the folder that is its argument.
 */
import GLib from 'gi://GLib?version=2.0';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit from 'gi://WebKit2?version=4.1';

const [folder] = ARGV;
Gtk.init(null);
const loop = new GLib.MainLoop(null, false);
const window = new Gtk.Window({ default_width: 1024, default_height: 768 });

const context = WebKit.WebContext.new_with_website_data_manager(
  new WebKit.WebsiteDataManager({
    base_data_directory: `${folder}/data`,
    base_cache_directory: `${folder}/cache`,
  }),
);
context.connect('automation-started', (_context, session) => {
  const info = WebKit.ApplicationInfo.new();
  info.set_name('KeepingBrowser');
  session.set_application_info(info);
  session.connect('create-web-view', () => {
    const view = new WebKit.WebView({ web_context: context, is_controlled_by_automation: true });
    view.connect('close', () => {
      window.destroy();
      loop.quit();
    });
    window.add(view);
    window.show_all();
    return view;
  });
});
context.set_automation_allowed(true);
loop.run();
