"""What a page is sent. The *easel* draws a position as one seat sees it, the *chronicle* tells its log, ``views`` puts both
together part by part; the *studio* keeps what is drawn once for everybody. ``sent`` declares all of it for the client's types,
``page_files`` serves the client itself."""
